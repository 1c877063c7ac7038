/**
 * Finds the candidate that a person most likely meant: the one with the fewest edits (a swap of two neighbours is one
 * edit), capitals aside. `undefined` when nothing is close: more than two edits, or more than a third of the word.
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
  const wanted = Array.from(word.slice(0, LONGEST).toLowerCase());
  let best: string | undefined;
  let fewest = Math.min(2, Math.ceil(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const letters = Array.from(candidate.slice(0, LONGEST).toLowerCase());
    if (Math.abs(letters.length - wanted.length) >= fewest) continue;
    const edits = countEdits(wanted, letters);
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}

/** Nobody mistypes a name longer than this, and the table below is quadratic. */
const LONGEST = 80;

/** Optimal string alignment; `rows[i][j]` is the distance of the first `i` letters of `a` to the first `j` of `b`. */
function countEdits(a: readonly string[], b: readonly string[]): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, change, swapped ? at(i - 2, j - 2) + 1 : Infinity));
    }
  }
  return at(a.length, b.length);
}
