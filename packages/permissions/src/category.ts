/**
 * What a call does, as far as permissions care. The set is closed for now: a category that is not in the list is
 * decided `"deny"` everywhere, whatever a carve says about it.
 */
export const CATEGORIES = [
  "ask",
  "bash",
  "catalog",
  "delegate",
  "edit",
  "handoff",
  "list",
  "mcp",
  "read",
  "team",
  "vcs",
  "web",
] as const;

/** One of the {@link CATEGORIES}. */
export type Category = (typeof CATEGORIES)[number];

const names: ReadonlySet<string> = new Set(CATEGORIES);

/**
 * Tells whether a name is a known category. `"*"` is not one: it is a key of a carve, never a thing to ask for.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { isCategory } from "@polyglav/permissions";
 *
 * assert.ok(isCategory("bash"));
 * assert.ok(!isCategory("constructor"));
 * ```
 */
export function isCategory(name: string): name is Category {
  return names.has(name);
}
