/**
 * What a catalog comes to, found by looking at all of it: what is probably a mistake, and how an entry differs
 * from what lower layers make of it. No run needs this.
 *
 * @module
 */
export { diffEntry, type Difference } from "./diff-entry.ts";
export { type LintCode, type LintFinding } from "./finding.ts";
export { lintCatalog } from "./lint-catalog.ts";
