import type { Authority, RoleAuthority, RootAuthority } from "./authority.ts";
import {
  type Carve,
  type Entry,
  entryOf,
  isRules,
  namedEntry,
  type PartialCarve,
  type Picker,
  sayOf,
} from "./carve.ts";
import { type Categories, KNOWN } from "./category.ts";
import { type Decision, meet } from "./decision.ts";
import { ruleFor, type Rules } from "./rules.ts";

/**
 * Says what an authority may use of a category, before any grant: of one resource, or without one of what no rule is
 * about. An unknown category is `"deny"`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, delegate, root, total, use } from "@polyglav/permissions";
 *
 * const me = root({ id: "root", use: total(carve({ bash: "ask" }), "ask") });
 * const tester = delegate(me, { id: "r1", role: "tester", use: carve({ bash: "allow", edit: "deny" }) });
 * assert.equal(use(tester, "bash"), "ask"); // asked for allow, received ask
 * assert.equal(use(tester, "edit"), "deny");
 * assert.equal(use(tester, "no such category"), "deny");
 * ```
 */
export function use(a: Authority, category: string, resource: readonly string[] = []): Decision {
  return knows(a, category) ? pairOf(a, category, pickFor(resource)).use : "deny";
}

/**
 * Says what an authority may hand down of a category: the most that any descendant can have without a grant.
 * An unknown category is `"deny"`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, delegate, pass, root, total, use } from "@polyglav/permissions";
 *
 * const me = root({ id: "root", use: total(carve({ edit: "allow" }), "ask") });
 * const lead = delegate(me, { id: "r1", role: "leader", use: carve({ edit: "deny" }), pass: carve({ edit: "allow" }) });
 * assert.equal(use(lead, "edit"), "deny");
 * assert.equal(pass(lead, "edit"), "allow");
 * ```
 */
export function pass(a: Authority, category: string, resource: readonly string[] = []): Decision {
  return knows(a, category) ? pairOf(a, category, pickFor(resource)).pass : "deny";
}

/** What an authority may use and hand down of one resource. */
export interface Pair {
  readonly use: Decision;
  readonly pass: Decision;
}

/** Works out the pair from the written words, root first; `picked` finds the rules about the resource. */
export function pairOf(a: Authority, category: string, picked: Picker): Pair {
  const links: RoleAuthority[] = [];
  let link = a;
  for (; link.kind === "role"; link = link.from) links.push(link);
  return links.reduceRight(
    (caller, role) => pairOfRole(caller, role, category, picked),
    pairOfRoot(link, category, picked),
  );
}

/** The operator's hard cap over everything that an authority may ever get, grants included. */
export function capOf(a: Authority, category: string, picked: Picker): Decision {
  const { cap } = rootOf(a).says;
  return cap === undefined ? "allow" : decisionIn(cap, category, picked);
}

/** The picker for one resource. */
export const pickFor =
  (resource: readonly string[]): Picker =>
  (rules) =>
    ruleFor(rules, resource);

/** The categories that a chain knows: those of its root. */
export const categoriesOf = (a: Authority): Categories => rootOf(a).says.categories ?? KNOWN;

/** Tells whether a chain knows a category. */
export const knows = (a: Authority, category: string): boolean => categoriesOf(a).has(category);

/**
 * What a role's `tool_permission` says about what the role itself may do. `delegate: "ask"` speaks to those who
 * delegate to it (see `requestDelegation`), so here it is as if it were not written.
 */
export function ownEntry(says: PartialCarve | undefined, category: string): Entry | undefined {
  const named = namedEntry(says, category);
  const isForCallers = category === "delegate" && named !== undefined && !isRules(named) && named.decision === "ask";
  return isForCallers ? says?.star : (named ?? says?.star);
}

/** The floor under rules of a role: what is made for one task and in no catalog gets nothing by silence. */
export const floorOf = ({ says }: RoleAuthority): Decision => (says.temporary ? "deny" : "ask");

/** The floor under rules that only lower. */
export const BOUND_FLOOR: Decision = "ask";

function pairOfRoot({ says }: RootAuthority, category: string, picked: Picker): Pair {
  const cap = says.cap === undefined ? "allow" : decisionIn(says.cap, category, picked);
  const own = meet(cap, decisionIn(says.use, category, picked), boundBy(says.bound?.use, category, picked));
  return {
    use: own,
    pass: meet(cap, over(says.pass, category, own, picked), boundBy(says.bound?.pass, category, picked)),
  };
}

function pairOfRole(caller: Pair, link: RoleAuthority, category: string, picked: Picker): Pair {
  const { says } = link;
  const entry = ownEntry(says.use, category);
  const wanted =
    entry === undefined ? (says.temporary ? "deny" : caller.use) : sayOf(entry, floorOf(link), picked).decision;
  const bound = ownEntry(says.bound?.use, category);
  const own = meet(
    caller.pass,
    says.temporary ? caller.use : "allow",
    wanted,
    prefixed(says.use, category, picked),
    bound === undefined ? "allow" : sayOf(bound, BOUND_FLOOR, picked).decision,
    prefixed(says.bound?.use, category, picked),
  );
  if (says.temporary) return { use: own, pass: "deny" };
  return {
    use: own,
    pass: meet(caller.pass, over(says.pass, category, own, picked), boundBy(says.bound?.pass, category, picked)),
  };
}

/** What a carve says over what holds where it is silent; its prefixes bound both. */
function over(says: PartialCarve | undefined, category: string, otherwise: Decision, picked: Picker): Decision {
  const entry = entryOf(says, category);
  const said = entry === undefined ? otherwise : sayOf(entry, "ask", picked).decision;
  return meet(said, prefixed(says, category, picked));
}

const boundBy = (says: PartialCarve | undefined, category: string, picked: Picker): Decision =>
  over(says, category, "allow", picked);

/** What `bash_allow` leaves of a command. */
function prefixed(says: PartialCarve | undefined, category: string, picked: Picker): Decision {
  const rules = prefixesOf(says, category);
  return rules === undefined ? "allow" : sayOf(rules, "deny", picked).decision;
}

/** The prefixes that bound a category: those of `bash_allow` for `bash`, none for the others. */
export const prefixesOf = (says: PartialCarve | undefined, category: string): Rules | undefined =>
  category === "bash" ? says?.bashAllow : undefined;

const decisionIn = (carve: Carve, category: string, picked: Picker): Decision =>
  meet(
    ...carve.parts.map(({ says, floor }) => {
      const entry = entryOf(says, category);
      const said = entry === undefined ? floor : sayOf(entry, floor, picked).decision;
      return meet(said, prefixed(says, category, picked));
    }),
  );

/** The link that a chain begins with. */
export function rootOf(a: Authority): RootAuthority {
  let link = a;
  while (link.kind === "role") link = link.from;
  return link;
}
