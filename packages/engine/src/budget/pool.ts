/** What a tree of agents draws from one pool. Steps are not among it: everybody has steps of their own. */
export const POOLED = ["calls", "tokens", "cost"] as const;
export type Pooled = (typeof POOLED)[number];

/** Amounts of what is pooled. Money is in whole billionths of a dollar: sums of whole numbers are exact. */
export type Amounts = Readonly<Record<Pooled, number>>;
type Counts = Record<Pooled, number>;

/** One node of the tree of pools. */
export interface Pool {
  readonly parent: Pool | undefined;
  /** `Infinity` for no limit. */
  readonly most: Amounts;
  /** What was really used here and below, as far as it counts against limits. */
  readonly used: Counts;
  /** What nobody else may have any more: used, or held for a call under way, or taken by a slice. */
  readonly taken: Counts;
  /** The part of `taken` that calls under way hold: some of it may come back soon. */
  readonly underWay: Counts;
  /** What it took out of the pool above when it was opened, whether or not it needs it; 0 for none. */
  readonly slice: Counts;
  /** What is kept for the closing turn of the agent itself. */
  rest: Amounts;
}

export const NOTHING: Amounts = { calls: 0, tokens: 0, cost: 0 };

export function createPool(parent: Pool | undefined, most: Amounts, already: Amounts): Pool {
  return {
    parent,
    most,
    used: { ...already },
    taken: { ...already },
    underWay: { ...NOTHING },
    slice: { ...NOTHING },
    rest: NOTHING,
  };
}

/** The pool, the one above it, up to the root. */
export function* pathOf<P extends { readonly parent: P | undefined }>(pool: P): Generator<P> {
  for (let at: P | undefined = pool; at !== undefined; at = at.parent) yield at;
}

/** How much is taken of a pool, as somebody counts it. */
type Count = (pool: Pool, what: Pooled) => number;
export const takenNow: Count = (pool, what) => pool.taken[what];
/** As if the calls under way used nothing. */
export const takenAtLeast: Count = (pool, what) => pool.taken[what] - pool.underWay[what];

/**
 * Finds the first pool on the way up that cannot cover `more` and what is kept for closing turns: `rest` for the agent
 * that asks, and what those above it keep for themselves. What lies within a slice was taken from above already.
 */
export function shortOf(pool: Pool, what: Pooled, more: number, rest: number, count: Count): Pool | undefined {
  let left = more;
  let kept = rest;
  for (const at of pathOf(pool)) {
    if (at !== pool) kept += at.rest[what];
    if (left <= 0) return undefined;
    const taken = count(at, what);
    if (taken + left + kept > at.most[what]) return at;
    left = Math.max(at.slice[what], taken + left) - Math.max(at.slice[what], taken);
  }
  return undefined;
}

/** Takes (or, below 0, gives back) an amount here and, as far as no slice covers it, above. Says what it changed where. */
export function take(pool: Pool, what: Pooled, amount: number): readonly (readonly [Pool, number])[] {
  const changes: (readonly [Pool, number])[] = [];
  let left = amount;
  for (const at of pathOf(pool)) {
    if (left === 0) break;
    const before = weight(at, what);
    at.taken[what] += left;
    changes.push([at, left]);
    left = weight(at, what) - before;
  }
  return changes;
}

/** How much of a pool is free for a slice: no more than those above can spare, and not what anybody keeps. */
export function roomFor(pool: Pool, what: Pooled): number {
  let room = Infinity;
  let kept = 0;
  // What a slice above has taken and not used is room as well, so the pools above it do not matter up to there.
  for (const at of pathOf(pool)) {
    kept += at.rest[what];
    room = Math.min(room, at.most[what] - at.taken[what] - kept);
    if (at.slice[what] > 0) break;
  }
  return Math.max(0, room);
}

/** Sets what a pool has taken out of the one above it; 0 gives back what it did not use. */
export function setSlice(pool: Pool, what: Pooled, amount: number): void {
  const before = weight(pool, what);
  pool.slice[what] = amount;
  if (pool.parent !== undefined) take(pool.parent, what, weight(pool, what) - before);
}

/** How heavy a pool is for the one above it. */
function weight(pool: Pool, what: Pooled): number {
  return Math.max(pool.slice[what], pool.taken[what]);
}
