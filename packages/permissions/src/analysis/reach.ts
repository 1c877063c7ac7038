import type { Authority } from "../authority.ts";
import { categoriesOf } from "../chain.ts";
import { type Decision, DECISIONS } from "../decision.ts";
import { chainOf } from "../grant.ts";
import { tellApart } from "../tell-apart.ts";
import type { CatalogRole } from "./catalog-role.ts";
import { type Best, pack, search } from "./search.ts";
import { type Delegating, delegatingOf, tabulate } from "./tables.ts";

/** How far {@link reach} looks. */
export interface ReachOptions {
  /** Delegations below the root, at most. Default: 3. `Infinity` goes on until nothing new can come. */
  readonly depth?: number | undefined;
  /** Whether a delegation counts that somebody has to say yes to. Default: true. */
  readonly asking?: boolean | undefined;
}

/** The most that a role can come to in a category. */
export interface Reached {
  readonly role: string;
  readonly category: string;
  /** What it is true of, one for all that is decided alike; absent where nobody wrote rules: then it is all. */
  readonly resource?: readonly string[];
  /** The most that it may use, and the shortest chain that gives it: the root first, the role last. */
  readonly use: Decision;
  readonly by: readonly string[];
  /** The most that it may hand down, perhaps by another chain. */
  readonly pass: Decision;
  readonly passBy: readonly string[];
}

/** What {@link reach} finds. */
export interface Reach {
  /** Role by role, category by category, the most permitted first. */
  readonly reached: readonly Reached[];
  /** The roles that no chain leads to. */
  readonly unreached: readonly string[];
  /** The categories that every role is denied, whatever chain leads to it. */
  readonly closed: readonly string[];
  /** The categories whose rules would take too long to tell apart: there may be more than is said. */
  readonly unknown: readonly string[];
}

/**
 * Finds for each role and category the widest authority that any chain of delegations from `from` can give, without a
 * grant, and the chain that gives it. Roles may come several times in a chain; a step that is denied is not taken.
 *
 * It is what `delegate` and `canDelegate` come to along that chain, and no chain gives more (`laws/reach.laws.test.ts`).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { reach } from "@polyglav/permissions/analysis";
 *
 * const me = root({ id: "root", use: total(carve({ delegate: "allow", edit: "ask" }), "deny") });
 * const roles = [
 *   { name: "leader", use: carve({ edit: "deny" }), pass: carve({ edit: "ask" }) },
 *   { name: "writer", use: carve({ edit: "allow" }) },
 * ];
 * const { reached, closed } = reach(roles, me);
 * const edit = reached.find(({ role, category }) => role === "writer" && category === "edit");
 * assert.deepEqual([edit?.use, edit?.by], ["ask", ["root", "writer"]]);
 * assert.ok(closed.includes("bash"));
 * ```
 */
export function reach(roles: readonly CatalogRole[], from: Authority, options: ReachOptions = {}): Reach {
  const { depth = 3, asking = true } = options;
  const delegating = delegatingOf(roles, from, asking ? "ask" : "allow");
  const categories = [...categoriesOf(from).keys()];
  const found = new Map(
    categories.map((category) => [category, reachIn(category, { roles, from, depth, delegating })]),
  );
  const reached = [...found.values()].flatMap(({ rows }) => rows);
  const isOpen = (category: string): boolean => {
    const { rows, isComplete } = found.get(category) ?? { rows: [], isComplete: true };
    return !isComplete || rows.some(({ use }) => use !== "deny");
  };
  return {
    reached: roles.flatMap(({ name }) => reached.filter(({ role }) => role === name)),
    unreached: roles.map(({ name }) => name).filter((name) => !reached.some(({ role }) => role === name)),
    closed: categories.filter((category) => !isOpen(category)),
    unknown: categories.filter((category) => found.get(category)?.isComplete === false),
  };
}

/** What is looked through. */
interface Catalog {
  readonly roles: readonly CatalogRole[];
  readonly from: Authority;
  readonly depth: number;
  readonly delegating: Delegating;
}

interface InCategory {
  readonly rows: readonly Reached[];
  readonly isComplete: boolean;
}

function reachIn(category: string, { roles, from, depth, delegating }: Catalog): InCategory {
  const { rules, about } = tabulate(category, roles, from);
  const kind = categoriesOf(from).get(category) ?? "names";
  // What all decide alike is looked through once, and said once.
  const seen = new Set<string>();
  const rows = new Map<string, Reached>();
  let isSearched = true;
  const isToldApart = tellApart(rules, [], kind, (resource) => {
    const { start, pairs } = about(resource);
    const key = JSON.stringify([start, pairs]);
    if (seen.has(key)) return undefined;
    seen.add(key);
    const all = delegating.roles.map((role, i) => ({ ...role, pairs: pairs[i] ?? [] }));
    const best = search({ ...delegating, start, roles: all }, depth);
    isSearched &&= best !== undefined;
    for (const [i, { name }] of roles.entries()) {
      const most = best?.[i];
      if (most === undefined) continue;
      const row = { role: name, category, ...(rules.size > 0 && { resource }), ...inWords(most, roles, from) };
      const rowKey = JSON.stringify({ ...row, resource: undefined });
      if (!rows.has(rowKey)) rows.set(rowKey, row);
    }
    return undefined;
  });
  return { rows: [...rows.values()].toSorted((a, b) => rank(b) - rank(a)), isComplete: isToldApart && isSearched };
}

function inWords(
  { use, by, pass, passBy }: Best,
  roles: readonly CatalogRole[],
  from: Authority,
): Pick<Reached, "use" | "by" | "pass" | "passBy"> {
  const word = (rank: number): Decision => DECISIONS[rank] ?? "deny";
  const names = (way: readonly number[]): readonly string[] => [
    ...chainOf(from),
    ...way.map((role) => roles[role]?.name ?? ""),
  ];
  return { use: word(use), by: names(by), pass: word(pass), passBy: names(passBy) };
}

const rank = ({ use, pass }: Reached): number => pack(DECISIONS.indexOf(use), DECISIONS.indexOf(pass));
