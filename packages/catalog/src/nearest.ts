import { distance } from "fastest-levenshtein";

/**
 * Finds the candidate that a person most likely meant, the one with the fewest slips, or `undefined` when none is near.
 * Capitals do not count, and `_` and blanks are dashes. A word may also be a part of a name, which counts a little less
 * than the whole: "reviwer" finds "code-reviewer". Slips are letters that are missing, added or changed: two, or a third
 * of a longer word; one of two letters, none of a single one. Of equally near candidates the first one wins. Only the
 * first 80 characters are compared.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { nearest } from "@polyglav/catalog";
 *
 * assert.equal(nearest("reseacher", ["planner", "researcher"]), "researcher");
 * assert.equal(nearest("reviwer", ["planner", "code-reviewer"]), "code-reviewer");
 * assert.equal(nearest("Code Reviewer", ["planner", "code-reviewer"]), "code-reviewer");
 * assert.equal(nearest("banana", ["planner", "researcher"]), undefined);
 * ```
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(word);
  const most = mostSlips(wanted);
  let best: string | undefined;
  let fewest = Infinity;
  for (const candidate of candidates) {
    const slips = countSlips(wanted, fold(candidate));
    if (slips <= most && slips < fewest) [best, fewest] = [candidate, slips];
  }
  return best;
}

/** Nobody mistypes a name longer than this, and the time that a comparison takes grows with its square. */
const LONGEST = 80;

function fold(name: string): string {
  return name
    .trim()
    .slice(0, LONGEST)
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
}

/** Two letters that changed places are two slips, hence two for short words too. The dashes of a flag are no letters. */
function mostSlips(wanted: string): number {
  const letters = wanted.replace(/^-+/, "").length;
  return letters < 3 ? letters - 1 : Math.max(2, Math.floor(letters / 3));
}

/** Short parts, such as the "of" in "out-of-date", are near too many words. */
const SHORTEST_PART = 3;

function countSlips(wanted: string, name: string): number {
  const parts = name.split(/[-./]/).filter((part) => part.length >= SHORTEST_PART && part !== name);
  return Math.min(distance(wanted, name), ...parts.map((part) => distance(wanted, part) + 0.5));
}
