import { distance } from "fastest-levenshtein";

/**
 * Finds the candidate that a person most likely meant: the one with the fewest edits, capitals aside. `undefined` when nothing is close: more than two edits, or more than a third of the word.
 * Of equally near candidates the first one wins.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { nearest } from "@polyglav/catalog";
 *
 * assert.equal(nearest("reseacher", ["planner", "researcher"]), "researcher");
 * assert.equal(nearest("banana", ["planner", "researcher"]), undefined);
 * ```
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.slice(0, LONGEST).toLowerCase();
  let best: string | undefined;
  let fewest = Math.min(2, Math.ceil(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = distance(wanted, candidate.slice(0, LONGEST).toLowerCase());
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}

/** Nobody mistypes a name longer than this, and the time that a comparison takes grows with its square. */
const LONGEST = 80;
