/** What may happen with a call: refused, only after somebody says yes, or at once. The chain is `deny < ask < allow`. */
export type Decision = "deny" | "ask" | "allow";

/** The three decisions, strictest first. */
export const DECISIONS = ["deny", "ask", "allow"] as const;

/**
 * Takes the strictest of some decisions. With none it is `"allow"`, the word that restricts nothing.
 *
 * Whatever is not one of the three words counts as `"deny"`, so a typo that got past the compiler never opens anything.
 * Laws: associative, commutative, idempotent, with `"allow"` as identity and `"deny"` as zero (`laws/chain.laws.test.ts`).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { meet } from "@polyglav/permissions";
 *
 * assert.equal(meet("allow", "ask"), "ask");
 * assert.equal(meet(), "allow");
 * ```
 */
export function meet(...decisions: readonly Decision[]): Decision {
  return decisions.reduce((a, b) => (rank(b) < rank(a) ? known(b) : known(a)), "allow");
}

/**
 * Takes the most permissive of some decisions. With none it is `"deny"`. Only grants use it: everything else narrows.
 *
 * Whatever is not one of the three words counts as `"deny"`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { join } from "@polyglav/permissions";
 *
 * assert.equal(join("deny", "ask"), "ask");
 * assert.equal(join(), "deny");
 * ```
 */
export function join(...decisions: readonly Decision[]): Decision {
  return decisions.reduce((a, b) => (rank(b) > rank(a) ? known(b) : known(a)), "deny");
}

/**
 * Tells whether `a` permits no more than `b`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { leq } from "@polyglav/permissions";
 *
 * assert.ok(leq("ask", "allow"));
 * assert.ok(!leq("ask", "deny"));
 * ```
 */
export function leq(a: Decision, b: Decision): boolean {
  return rank(a) <= rank(b);
}

/**
 * Tells whether a value from outside is one of the three words, spelled exactly.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { isDecision } from "@polyglav/permissions";
 *
 * assert.ok(isDecision("ask"));
 * assert.ok(!isDecision("Ask"));
 * ```
 */
export function isDecision(value: unknown): value is Decision {
  return value === "deny" || value === "ask" || value === "allow";
}

const rank = (decision: Decision): number => (decision === "allow" ? 2 : decision === "ask" ? 1 : 0);

const known = (decision: Decision): Decision => (isDecision(decision) ? decision : "deny");
