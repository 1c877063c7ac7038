import type { Command } from "../command.ts";
import { audit } from "./audit.ts";
import { demo } from "./demo.ts";
import { grantsList } from "./grants-list.ts";
import { grantsRevoke } from "./grants-revoke.ts";
import { help } from "./help.ts";
import { permissionsExplain } from "./permissions-explain.ts";
import { permissionsCompare } from "./permissions-compare.ts";
import { permissionsImport } from "./permissions-import.ts";
import { permissionsLint } from "./permissions-lint.ts";
import { permissionsMatrix } from "./permissions-matrix.ts";
import { permissionsReach } from "./permissions-reach.ts";
import { permissionsShow } from "./permissions-show.ts";
import { permissionsTest } from "./permissions-test.ts";
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
  permissionsShow,
  permissionsExplain,
  permissionsMatrix,
  permissionsReach,
  permissionsLint,
  permissionsCompare,
  permissionsImport,
  permissionsTest,
  grantsList,
  grantsRevoke,
  audit,
  help,
];
