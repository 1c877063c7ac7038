/**
 * How a text becomes segments, in the patterns of a carve and in resources:
 * `path`, split at `/`, from the worktree; `command`, split into the words of a shell; `url`, the labels of its host
 * from the right, then its path; `names`, split at `/`; `name`, one segment whatever is in it.
 */
export type ResourceKind = "path" | "command" | "url" | "names" | "name";

/**
 * What a call does, as far as permissions care. A category that is not known is decided `"deny"` everywhere, whatever
 * a carve says about it; {@link withCategories} makes more of them known.
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

/** The categories that a chain knows, and how their resources are written. */
export type Categories = ReadonlyMap<string, ResourceKind>;

const KINDS: Readonly<Record<Category, ResourceKind>> = {
  ask: "names",
  bash: "command",
  catalog: "names",
  delegate: "name",
  edit: "path",
  handoff: "name",
  list: "path",
  mcp: "names",
  read: "path",
  team: "name",
  vcs: "command",
  web: "url",
};

/** The {@link CATEGORIES} with their kinds: what a chain knows when nobody adds to it. */
export const KNOWN: Categories = new Map<string, ResourceKind>(CATEGORIES.map((name) => [name, KINDS[name]]));

/**
 * Tells whether a name is one of the {@link CATEGORIES}. `"*"` is not one: it is a key of a carve, never a thing to
 * ask for.
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
  return KNOWN.has(name);
}

/**
 * Adds categories, such as those of a plugin, to the {@link CATEGORIES}. Hand the result to `parseCarve` and `root`;
 * a carve that was read without it does not know them, and a chain without it denies them.
 *
 * Throws a `RangeError` for a name that is taken or means something else in a carve, and for an unknown kind.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, decide, root, total, withCategories } from "@polyglav/permissions";
 *
 * const categories = withCategories({ payment: "names" });
 * const says = carve({ payment: { default: "ask", rules: { "refund/**": "deny" } } }, { categories });
 * const me = root({ id: "me", use: total(says, "ask"), categories });
 * const refund = { actions: [{ category: "payment", resource: ["refund", "order-7"] }] };
 * assert.equal(decide(me, refund).decision, "deny");
 * ```
 */
export function withCategories(added: Readonly<Record<string, ResourceKind>>): Categories {
  for (const [name, kind] of Object.entries(added)) {
    if (RESERVED.has(name)) throw new RangeError(`Cannot add category ${JSON.stringify(name)}: that name is taken`);
    if (!RESOURCE_KINDS.has(kind))
      throw new RangeError(
        `Cannot add category ${JSON.stringify(name)}: ${JSON.stringify(kind)} is no kind of resource`,
      );
  }
  return new Map([...KNOWN, ...Object.entries(added)]);
}

const RESERVED: ReadonlySet<string> = new Set([...CATEGORIES, "", "*", "bash_allow"]);
const RESOURCE_KINDS: ReadonlySet<string> = new Set<ResourceKind>(["path", "command", "url", "names", "name"]);
