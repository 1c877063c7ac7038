import { includesSegment, literal, matchesSegment, type Pattern, type Segment } from "./segment.ts";

/**
 * Tells whether a pattern matches a resource, segment by segment. The plain definition, for tests and for single
 * questions; sets of rules use an automaton.
 */
export function matches(pattern: Pattern, resource: readonly string[]): boolean {
  let at: ReadonlySet<number> = closed(pattern, [0]);
  for (const text of resource) at = step(pattern, at, (segment) => matchesSegment(segment, text));
  return at.has(pattern.length);
}

/**
 * Tells whether everything that `narrow` matches is matched by `wide` too.
 *
 * It walks `narrow` and keeps the places in `wide` where the walk can be. A segment that nobody mentions is the worst
 * that `*` and `**` can stand for: whatever else they stand for leads to more places. So it is exact, and it gives up
 * with `false` on hostile patterns that would take too long; the decision then only gets stricter (see `pick`).
 */
export function includes(wide: Pattern, narrow: Pattern): boolean {
  const seen = new Set<string>();
  const todo: { readonly from: number; readonly at: ReadonlySet<number> }[] = [{ from: 0, at: closed(wide, [0]) }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { from, at } = next;
    if (at.size === 0) return false;
    const key = `${from}:${[...at].toSorted((a, b) => a - b).join(",")}`;
    if (seen.has(key)) continue;
    if (seen.size >= MOST_STEPS) return false;
    seen.add(key);
    const segment = narrow[from];
    if (segment === undefined) {
      if (!at.has(wide.length)) return false;
    } else if (segment.kind === "any") {
      todo.push({ from: from + 1, at }, { from, at: step(wide, at, (other) => includesSegment(other, segment)) });
    } else {
      todo.push({ from: from + 1, at: step(wide, at, (other) => includesSegment(other, segment)) });
    }
  }
  return true;
}

/** Tells whether `wide` matches all that `narrow` does, and more. */
export const strictlyIncludes = (wide: Pattern, narrow: Pattern): boolean =>
  includes(wide, narrow) && !includes(narrow, wide);

/** What is left of a pattern after these segments: every way in which it can go on. */
export function restAfter(pattern: Pattern, segments: readonly string[]): readonly Pattern[] {
  let rests: ReadonlySet<number> = closed(pattern, [0]);
  for (const text of segments) rests = step(pattern, rests, (segment) => matchesSegment(segment, text));
  // Where a `**` is reached, so is what follows it: its rest says both.
  const covered = (rest: number): boolean => pattern[rest - 1]?.kind === "any" && rests.has(rest - 1);
  return [...rests].filter((rest) => !covered(rest)).map((rest) => pattern.slice(rest));
}

/** The pattern that matches exactly one resource. */
export const exactly = (resource: readonly string[]): Pattern => resource.map(literal);

const MOST_STEPS = 4_000;

function step(
  pattern: Pattern,
  at: ReadonlySet<number>,
  matchesIt: (segment: Segment) => boolean,
): ReadonlySet<number> {
  const next: number[] = [];
  for (const place of at) {
    const segment = pattern[place];
    if (segment === undefined || !matchesIt(segment)) continue;
    next.push(segment.kind === "any" ? place : place + 1);
  }
  return closed(pattern, next);
}

/** Adds where a `**` leads that stands for nothing. */
function closed(pattern: Pattern, places: readonly number[]): ReadonlySet<number> {
  const all = new Set(places);
  for (const place of all) if (pattern[place]?.kind === "any") all.add(place + 1);
  return all;
}
