import type { Command } from "../command.ts";
import { demo } from "./demo.ts";
import { help } from "./help.ts";
import { permissionsExplain } from "./permissions-explain.ts";
import { rolesList } from "./roles-list.ts";
import { rolesNew } from "./roles-new.ts";
import { rolesShow } from "./roles-show.ts";
import { run } from "./run.ts";
import { skillsList } from "./skills-list.ts";
import { skillsShow } from "./skills-show.ts";

/**
 * All commands, in the order of the help. The objects are light: what a command needs to do its work is imported when
 * it runs.
 */
export const COMMANDS: readonly Command[] = [
  demo,
  run,
  rolesList,
  rolesShow,
  rolesNew,
  skillsList,
  skillsShow,
  permissionsExplain,
  help,
];
