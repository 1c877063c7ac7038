/**
 * What a catalog comes to, found by looking at all of it: what is probably a mistake, and how a role differs from what
 * lower layers make it. No run needs this.
 *
 * @module
 */
export { diffEntry, type Difference } from "./diff-entry.ts";
export { diffRole, type RoleDifference } from "./diff-role.ts";
export { type LintCode, type LintFinding } from "./finding.ts";
export { lintCatalog } from "./lint-catalog.ts";
