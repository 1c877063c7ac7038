/** The words of a law that is proved by trying them all, and the way from there to the engine and back. */
import {
  type Authority,
  carve,
  type Decision,
  DECISIONS,
  delegate,
  type PartialCarve,
  root,
  spec,
  total,
} from "@polyglav/permissions";

export const RANKS = [0, 1, 2] as const;
export const MAYBES = [undefined, ...RANKS] as const;
export const BOOLEANS = [false, true] as const;

/** The cap, use and pass of every possible root. */
export const HELD: readonly spec.Held[] = RANKS.flatMap((cap) =>
  RANKS.flatMap((use) => RANKS.map((pass) => ({ cap, use, pass }))),
).filter(({ cap, use, pass }) => use <= cap && pass <= cap);

/** Every role: two words, two bounds, temporary or not. */
export const ROLES: readonly spec.Words[] = MAYBES.flatMap((r) =>
  MAYBES.flatMap((g) =>
    MAYBES.flatMap((n) => MAYBES.flatMap((m) => BOOLEANS.map((temporary) => ({ r, g, n, m, temporary })))),
  ),
);

/** Every role without bounds. */
export const PLAIN_ROLES: readonly spec.Words[] = ROLES.filter(({ n, m }) => n === undefined && m === undefined);

/** Every yes. */
export const YESES: readonly spec.Yes[] = (["operator", ...RANKS] as const).flatMap((by) =>
  BOOLEANS.flatMap((elevate) => BOOLEANS.flatMap((once) => BOOLEANS.map((exact) => ({ by, elevate, once, exact })))),
);

/** Every pair. */
export function pairs<A, B>(as: readonly A[], bs: readonly B[]): readonly (readonly [A, B])[] {
  return as.flatMap((a) => bs.map((b) => [a, b] as const));
}

/**
 * Tries a law on every case, and says on which it does not hold. It refuses to hold for lack of cases: a law whose
 * premise is never met proves nothing, so `holds` answers `undefined` where the law says nothing.
 */
export function provedFor<Case>(cases: Iterable<Case>, holds: (each: Case) => boolean | undefined): number {
  let count = 0;
  for (const each of cases) {
    const answer = holds(each);
    if (answer === false) throw new Error(`the law does not hold for ${JSON.stringify(each)}`);
    if (answer === true) count += 1;
  }
  if (count === 0) throw new Error("the law was never put to the test");
  return count;
}

/** Counts the cases in which something that may happen does happen. */
export function seenAmong<Case>(cases: Iterable<Case>, happens: (each: Case) => boolean): number {
  let count = 0;
  for (const each of cases) if (happens(each)) count += 1;
  return count;
}

export const wordOf = (rank: spec.Rank): Decision => DECISIONS[rank];

export const rankOf = (decision: Decision): spec.Rank => (decision === "allow" ? 2 : decision === "ask" ? 1 : 0);

/** A carve that says one word about one category, or nothing. */
export const saying = (category: string, rank: spec.Maybe): PartialCarve =>
  carve(rank === undefined ? {} : { [category]: wordOf(rank) });

/** The root of the engine that holds this much of the category. */
export function engineRoot(category: string, cap: spec.Rank, use: spec.Rank, { g, n, m }: spec.Words = {}): Authority {
  return root({
    id: "root",
    use: total(saying(category, use), "deny"),
    cap: total(saying(category, cap), "deny"),
    pass: saying(category, g),
    bound: { use: saying(category, n), pass: saying(category, m) },
  });
}

/** One delegation of the engine. */
export function engineChild(
  category: string,
  from: Authority,
  id: string,
  { r, g, n, m, temporary }: spec.Words,
): Authority {
  return delegate(from, {
    id,
    role: id,
    use: saying(category, r),
    pass: saying(category, g),
    bound: { use: saying(category, n), pass: saying(category, m) },
    temporary,
  });
}
