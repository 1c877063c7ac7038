/**
 * The reference: the whole algebra on one category, in plain functions without classes, indexes or reasons. Every
 * operator works category by category, so what holds here for all words holds for carves of any size. The engine is
 * held to it by exhaustion and by generated cases (`laws/engine-equals-spec.laws.test.ts`); use it in your own tests.
 *
 * Words are numbers, `0` deny, `1` ask, `2` allow, so that stricter is smaller; `undefined` is unset.
 * @module
 */
import { strictlyIncludes } from "./pattern/pattern.ts";
import type { Pattern } from "./pattern/segment.ts";

/** A decision as a number. */
export type Rank = 0 | 1 | 2;
/** A word that may be unset. */
export type Maybe = Rank | undefined;

/** Who may use and hand down how much of the category, under which cap; `holder.use` is the caller's. */
export interface Held {
  readonly cap: Rank;
  readonly use: Rank;
  readonly pass: Rank;
  /** Only for a temporary role: what its caller may use, which bounds the yes of an agent too. */
  readonly callerUse?: Rank;
}
/** The words of a role: r is its `tool_permission`, g its `grant_permission`, n and m bound them. */
export interface Words {
  readonly r?: Maybe;
  readonly g?: Maybe;
  readonly n?: Maybe;
  readonly m?: Maybe;
  readonly temporary?: boolean | undefined;
}
/** A yes: the operator's, or that of an agent that may hand down `by`. */
export interface Yes {
  readonly by: "operator" | Rank;
  readonly elevate: boolean;
  readonly once: boolean;
  /** Given to this very request with all advice that lowers it in view, and not to any one call of the category. */
  readonly exact: boolean;
}

export const meet = (...ranks: readonly Rank[]): Rank => ranks.reduce((a, b) => (b < a ? b : a), 2);
export const join = (...ranks: readonly Rank[]): Rank => ranks.reduce((a, b) => (b > a ? b : a), 0);

/** A rule that matches the resource. */
export interface Matching {
  readonly pattern: Pattern;
  readonly rank: Rank;
}

/**
 * What rules say about a resource, given those that match: the strictest of those that contain no other one, or of all
 * of them where they are strict or more than 64; else their default, else the floor.
 */
export function said(matching: readonly Matching[], otherwise: Maybe, floor: Rank, strict = false): Rank {
  if (matching.length === 0) return otherwise ?? floor;
  const exact = matching.filter(
    ({ pattern }) =>
      strict || matching.length > 64 || !matching.some((other) => strictlyIncludes(pattern, other.pattern)),
  );
  return meet(...exact.map(({ rank }) => rank));
}

/** What a carve says: the named word, else `"*"`. */
export const word = (named: Maybe, star: Maybe): Maybe => named ?? star;

/** What `tool_permission` says about a role's own delegating: there a named ask speaks to callers alone. */
export const ownDelegating = (named: Maybe, star: Maybe): Maybe => (named === 1 ? star : word(named, star));

/** What a role says about being a target: `accepts_delegation`, else a named `delegate`, never `"*"`. */
export const target = (accepts: Maybe, named: Maybe): Rank => accepts ?? named ?? 2;

export function root(cap: Rank, config: Rank, { g, n = 2, m = 2 }: Words = {}): Held {
  const use = meet(cap, config, n);
  return { cap, use, pass: meet(cap, g ?? use, m) };
}

export function delegate({ cap, use: callerUse, pass }: Held, { r, g, n = 2, m = 2, temporary }: Words): Held {
  if (temporary === true) return { cap, use: meet(pass, callerUse, r ?? 0, n), pass: 0, callerUse };
  const use = meet(pass, r ?? callerUse, n);
  return { cap, use, pass: meet(pass, g ?? use, m) };
}

/** What one yes turns the category into; `advice` caps this one request. Who asks each time is answered each time. */
export function lifted({ cap, use, callerUse = 2 }: Held, { by, elevate, once, exact }: Yes, advice: Rank = 2): Rank {
  const limit = meet(cap, advice);
  const words = meet(use, advice);
  const bound = by === "operator" ? 2 : once ? meet(by, callerUse) : 0;
  const base = elevate || words > 0 ? join(words, bound) : words;
  if (limit === 0) return 0;
  return limit === 1 && !(by === "operator" && once && exact) ? meet(1, base) : base;
}

/** The decision about one category: its words, or the best yes. A request is the meet of its categories. */
export function decide(held: Held, yeses: readonly Yes[] = [], advice: Rank = 2): Rank {
  return join(meet(held.use, advice), ...yeses.map((yes) => lifted(held, yes, advice)));
}
