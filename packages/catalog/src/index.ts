/**
 * Roles, teams, skills and config from four layers, merged field by field; every value knows where it comes from, and
 * every role what it may do. Pure: no disk.
 *
 * @module
 */
export { type Catalog, type CatalogInput, createCatalog, type RegistryView, type RoleView } from "./catalog.ts";
export { type CatalogChange, type LiveCatalog, liveCatalog, type LiveOptions } from "./live-catalog.ts";
export { type RoleCarves } from "./authorities.ts";
export {
  checkRole,
  type CheckedRole,
  type RefusalWords,
  type RoleRefusal,
  type RoleRefusalCode,
} from "./check-role.ts";
export { LAYERS, type Layer, type LayerLiteral, type WrittenLayer, type WrittenLayers } from "./layers.ts";
export { type PluginEntries, type PluginLayer } from "./plugins.ts";
export { bundledRoles } from "./bundled-roles.ts";
export { bundledTeams } from "./bundled-teams.ts";

export { REASONING, type Reasoning, roleSchema, type WrittenRole } from "./role-schema.ts";
export { parseRole, type RolePatch } from "./parse-role.ts";
export { type Role } from "./role.ts";
export { checkRoleName } from "./role-name.ts";
export {
  parseTeam,
  type Stage,
  type Team,
  type TeamPatch,
  teamSchema,
  type WrittenLoop,
  type WrittenStage,
  type WrittenTeam,
} from "./team.ts";
export { type Loop, loopOf } from "./loop.ts";
export { type TeamView } from "./team-layers.ts";
export {
  type SkillLayer,
  type SkillLayers,
  type SkillLibrary,
  type SkillLists,
  type SkillOptions,
  type SkillsOfPlugin,
  type SkillView,
} from "./skill-layers.ts";

export { configSchema, type Price, providerSchema, type WrittenConfig, type WrittenProvider } from "./config-schema.ts";
export { type ConfigOptions, type ConfigPatch, parseConfig } from "./parse-config.ts";
export { type Config, CONFIG_DEFAULTS, CONFIG_LAYERS, type ConfigLayer, type Provider } from "./config.ts";
export { type WrittenConfigLayer, type WrittenConfigLayers } from "./config-layers.ts";

export { type ModelOptions, type ModelWhy, resolveModel, type ResolvedModel } from "./model-ref.ts";
export { resolveRoleModels, type RoleModelsOptions } from "./role-models.ts";
export {
  type ApprovedModel,
  approveModel,
  disapproveModel,
  isApproved,
  type ModelApproval,
  parseApprovals,
  noteModelUse,
} from "./approvals.ts";

export { ASK_ROUTES, type AskPolicy, type AskRoute, type WrittenAskPolicy } from "./ask-policy.ts";
export { type Limits, lowerLimits, type WrittenLimits } from "./limits.ts";
export { type Permission, type Permissions, type WrittenPermissions, type WrittenRules } from "./permissions.ts";
export { MODES } from "./modes.ts";
export { type WrittenPolicy } from "./policy.ts";
export { type RoleBound, type Withheld } from "./restrict.ts";

export { type EntryOptions, type Parsed } from "./subject.ts";
export { durationMs } from "./duration.ts";
export { nearest } from "./nearest.ts";
export { UnknownRoleError } from "./unknown-role.ts";
export {
  DEFAULT_LIMITS,
  type RunLimits,
  runLimits,
  type Spawner,
  spawnRefusal,
  type SpawnRefusal,
} from "./run-limits.ts";
