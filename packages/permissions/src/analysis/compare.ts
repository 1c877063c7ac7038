import { type Authority, root } from "../authority.ts";
import { type Carve, mustBeTotal, type Picker } from "../carve.ts";
import { type Categories, KNOWN, type ResourceKind } from "../category.ts";
import { categoriesOf, knows, pairOf, pickFor } from "../chain.ts";
import { type Decision, leq } from "../decision.ts";
import type { Action } from "../request.ts";
import { rulesRead, tellApart } from "../tell-apart.ts";

/**
 * How one carve stands to another: it decides the same about everything, never permits more, never permits less, or
 * both in different places. `"unknown"` when the rules would take too long to compare: then nothing is claimed.
 */
export type Order = "equal" | "narrower" | "wider" | "incomparable" | "unknown";

/** What {@link compare} finds. The actions are real ones: decide them to see the difference. */
export interface Comparison {
  readonly order: Order;
  /** An action about which the first is stricter. */
  readonly less?: Action;
  /** An action about which the first permits more. */
  readonly more?: Action;
}

/** What {@link compare} needs to know besides the carves. */
export interface CompareOptions {
  /** What `withCategories` made, where there are more than the known ones. */
  readonly categories?: Categories | undefined;
}

/**
 * Compares two carves on everything that can be asked: every category, and in each every resource that rules tell
 * apart. Exact, and each difference comes with a short action that shows it (`laws/analysis.laws.test.ts`).
 *
 * What no tool can ask counts for nothing: an action without a resource, a path with `/` in its middle, two segments
 * where there is one name.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, total } from "@polyglav/permissions";
 * import { compare } from "@polyglav/permissions/analysis";
 *
 * const before = total(carve({ bash: { default: "ask", rules: { "npm test **": "allow" } } }), "ask");
 * const after = total(carve({ bash: { default: "ask", rules: { "npm **": "allow", "npm publish **": "ask" } } }), "ask");
 * assert.deepEqual(compare(before, after), {
 *   order: "narrower",
 *   less: { category: "bash", resource: ["npm"] },
 * });
 * ```
 */
export function compare(a: Carve, b: Carve, options: CompareOptions = {}): Comparison {
  const { categories = KNOWN } = options;
  return compareSides(decidedBy(a, categories), decidedBy(b, categories), categories);
}

/**
 * Compares two authorities: what they may use, and what they may hand down, before any grant. A category that only one
 * of them knows is denied by the other. See {@link compare}.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, delegate, root, total } from "@polyglav/permissions";
 * import { compareAuthorities } from "@polyglav/permissions/analysis";
 *
 * const me = root({ id: "root", use: total(carve({ "*": "ask" }), "ask") });
 * const leader = delegate(me, { id: "r1", role: "leader", use: carve({ edit: "deny" }), pass: carve({ edit: "ask" }) });
 * const { use, pass } = compareAuthorities(leader, me);
 * assert.deepEqual(use, { order: "narrower", less: { category: "edit", resource: ["a.txt"] } });
 * assert.equal(pass.order, "equal");
 * ```
 */
export function compareAuthorities(
  a: Authority,
  b: Authority,
): { readonly use: Comparison; readonly pass: Comparison } {
  const ours = categoriesOf(a);
  const theirs = [...categoriesOf(b)].map(([name, kind]) => [name, kindOfBoth(ours.get(name), kind)] as const);
  const categories: Categories = new Map([...ours, ...theirs]);
  const side =
    (of: Authority, field: "use" | "pass"): Side =>
    (category, picked) =>
      knows(of, category) ? pairOf(of, category, picked)[field] : "deny";
  return {
    use: compareSides(side(a, "use"), side(b, "use"), categories),
    pass: compareSides(side(a, "pass"), side(b, "pass"), categories),
  };
}

/** What decides about one resource of a category. */
type Side = (category: string, picked: Picker) => Decision;

/** A carve decides what a chain decides that has nothing else. */
function decidedBy(carve: Carve, categories: Categories): Side {
  const alone = root({ id: "root", use: mustBeTotal(carve, "compare"), categories });
  return (category, picked) => pairOf(alone, category, picked).use;
}

/** Where two chains do not agree on how a category writes its resources, every list of segments counts. */
const kindOfBoth = (ours: ResourceKind | undefined, theirs: ResourceKind): ResourceKind =>
  ours === undefined || ours === theirs ? theirs : "names";

function compareSides(left: Side, right: Side, categories: Categories): Comparison {
  let less: Action | undefined;
  let more: Action | undefined;
  let isComplete = true;
  for (const [category, kind] of inOrder(categories)) {
    const rules = rulesRead((picked) => [left(category, picked), right(category, picked)]);
    const isSeen = tellApart(rules, [], kind, (resource) => {
      const picked = pickFor(resource);
      const [ours, theirs] = [left(category, picked), right(category, picked)];
      if (!leq(theirs, ours)) less ??= { category, resource };
      if (!leq(ours, theirs)) more ??= { category, resource };
      return less !== undefined && more !== undefined ? "stop" : undefined;
    });
    isComplete &&= isSeen;
  }
  return { order: orderOf(less, more, isComplete), ...(less && { less }), ...(more && { more }) };
}

function orderOf(less: Action | undefined, more: Action | undefined, isComplete: boolean): Order {
  if (less !== undefined && more !== undefined) return "incomparable";
  if (!isComplete) return "unknown";
  if (less !== undefined) return "narrower";
  return more === undefined ? "equal" : "wider";
}

/** The categories, those first whose actions people know by sight. */
function inOrder(categories: Categories): readonly (readonly [string, ResourceKind])[] {
  return [...categories].toSorted(([, a], [, b]) => KINDS.indexOf(a) - KINDS.indexOf(b));
}

const KINDS: readonly ResourceKind[] = ["command", "path", "url", "names", "name"];
