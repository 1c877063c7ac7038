/**
 * What carves, roles and whole catalogs come to, found by looking at everything that they tell apart: exact, without a
 * solver, and with an example for each claim.
 * @module
 */
export { type CatalogRole } from "./catalog-role.ts";
export { compare, compareAuthorities, type CompareOptions, type Comparison, type Order } from "./compare.ts";
export { type Finding, type FindingCode } from "./finding.ts";
export { lint, type LintOptions } from "./lint.ts";
export { lintRoles } from "./lint-roles.ts";
export { reach, type Reach, type Reached, type ReachOptions } from "./reach.ts";
export { SHELL_ESCAPES, type ShellEscape } from "./shell-escapes.ts";
