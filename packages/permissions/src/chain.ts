import type { Authority, RoleAuthority, RootAuthority } from "./authority.ts";
import { type Carve, type PartialCarve, namedWord, type Word, wordOf } from "./carve.ts";
import { isCategory } from "./category.ts";
import { type Decision, meet } from "./decision.ts";

/**
 * Says what an authority may use of a category, before any grant. An unknown category is `"deny"`.
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
export function use(a: Authority, category: string): Decision {
  return isCategory(category) ? pairOf(a, category).use : "deny";
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
export function pass(a: Authority, category: string): Decision {
  return isCategory(category) ? pairOf(a, category).pass : "deny";
}

/** The operator's hard cap over everything that an authority may ever get, grants included. */
export function capOf(a: Authority, category: string): Decision {
  const { cap } = rootOf(a).says;
  return cap === undefined ? "allow" : decisionIn(cap, category);
}

/**
 * The word that a role's `tool_permission` says about what the role itself may do. `delegate: "ask"` speaks to those
 * who delegate to it (see `requestDelegation`), so here it is as if it were not written.
 */
export function ownWord(says: PartialCarve | undefined, category: string): Word | undefined {
  const named = namedWord(says, category);
  return category === "delegate" && named?.decision === "ask" ? says?.star : (named ?? says?.star);
}

interface Pair {
  readonly use: Decision;
  readonly pass: Decision;
}

function pairOf(a: Authority, category: string): Pair {
  const links: RoleAuthority[] = [];
  let link = a;
  for (; link.kind === "role"; link = link.from) links.push(link);
  return links.reduceRight((caller, role) => pairOfRole(caller, role, category), pairOfRoot(link, category));
}

function pairOfRoot({ says }: RootAuthority, category: string): Pair {
  const cap = says.cap === undefined ? "allow" : decisionIn(says.cap, category);
  const own = meet(cap, decisionIn(says.use, category), boundBy(wordOf(says.bound?.use, category)));
  const given = wordOf(says.pass, category)?.decision ?? own;
  return { use: own, pass: meet(cap, given, boundBy(wordOf(says.bound?.pass, category))) };
}

function pairOfRole(caller: Pair, { says }: RoleAuthority, category: string): Pair {
  const wanted = ownWord(says.use, category)?.decision ?? (says.temporary ? "deny" : caller.use);
  const limit = meet(caller.pass, says.temporary ? caller.use : "allow", boundBy(ownWord(says.bound?.use, category)));
  const own = meet(limit, wanted);
  if (says.temporary) return { use: own, pass: "deny" };
  const given = wordOf(says.pass, category)?.decision ?? own;
  return { use: own, pass: meet(caller.pass, given, boundBy(wordOf(says.bound?.pass, category))) };
}

const boundBy = (word: Word | undefined): Decision => word?.decision ?? "allow";

const decisionIn = (carve: Carve, category: string): Decision =>
  meet(...carve.parts.map((part) => wordOf(part.says, category)?.decision ?? part.floor));

function rootOf(a: Authority): RootAuthority {
  let link = a;
  while (link.kind === "role") link = link.from;
  return link;
}
