import type { Command } from "../command.ts";
import { audit } from "./audit.ts";
import { demo } from "./demo.ts";
import { grantsList } from "./grants-list.ts";
import { grantsRevoke } from "./grants-revoke.ts";
import { help } from "./help.ts";
import { modelsApprove } from "./models-approve.ts";
import { modelsList } from "./models-list.ts";
import { modelsRemove } from "./models-remove.ts";
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
import { configExplain } from "./config-explain.ts";
import { configGet } from "./config-get.ts";
import { configList } from "./config-list.ts";
import { configSet } from "./config-set.ts";
import { configUnset } from "./config-unset.ts";
import { rolesDiff } from "./roles-diff.ts";
import { rolesEdit } from "./roles-edit.ts";
import { rolesLint } from "./roles-lint.ts";
import { rolesRemove } from "./roles-remove.ts";
import { schema } from "./schema.ts";
import { importFrom } from "./import.ts";
import { trust } from "./trust.ts";
import { teamsDiff } from "./teams-diff.ts";
import { teamsEdit } from "./teams-edit.ts";
import { teamsLint } from "./teams-lint.ts";
import { teamsList } from "./teams-list.ts";
import { teamsNew } from "./teams-new.ts";
import { teamsRemove } from "./teams-remove.ts";
import { teamsShow } from "./teams-show.ts";
import { runsList } from "./runs-list.ts";
import { runsShow } from "./runs-show.ts";
import { runsTree } from "./runs-tree.ts";
import { runsTail } from "./runs-tail.ts";
import { runsResume } from "./runs-resume.ts";
import { runsCancel } from "./runs-cancel.ts";
import { asksList } from "./asks-list.ts";
import { asksShow } from "./asks-show.ts";
import { asksAnswer } from "./asks-answer.ts";
import { skillsDiff } from "./skills-diff.ts";
import { skillsEdit } from "./skills-edit.ts";
import { skillsImport } from "./skills-import.ts";
import { skillsLint } from "./skills-lint.ts";
import { skillsNew } from "./skills-new.ts";
import { skillsRemove } from "./skills-remove.ts";
import { skillsList } from "./skills-list.ts";
import { skillsShow } from "./skills-show.ts";

/**
 * All commands, in the order of the help. The objects are light: what a command needs to do its work is imported when
 * it runs.
 */
export const COMMANDS: readonly Command[] = [
  demo,
  run,
  runsList,
  runsShow,
  runsTree,
  runsTail,
  runsResume,
  runsCancel,
  asksList,
  asksShow,
  asksAnswer,
  rolesList,
  rolesShow,
  rolesNew,
  rolesEdit,
  rolesRemove,
  rolesLint,
  rolesDiff,
  teamsList,
  teamsShow,
  teamsNew,
  teamsEdit,
  teamsRemove,
  teamsLint,
  teamsDiff,
  skillsList,
  skillsShow,
  skillsNew,
  skillsEdit,
  skillsRemove,
  skillsImport,
  skillsLint,
  skillsDiff,
  configGet,
  configSet,
  configUnset,
  configList,
  configExplain,
  modelsList,
  modelsApprove,
  modelsRemove,
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
  schema,
  trust,
  importFrom,
  help,
];
