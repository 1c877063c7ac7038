import { distance } from "fastest-levenshtein";

/** Finds the word that somebody probably meant: at most a third of it wrong, and never more than two slips. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const wanted = word.trim().toLowerCase().slice(0, LONGEST);
  const [best] = known
    .map((candidate) => ({ candidate, slips: distance(wanted, candidate) }))
    .filter(({ candidate, slips }) => slips <= Math.min(2, Math.ceil(candidate.length / 3)))
    .toSorted((a, b) => a.slips - b.slips);
  return best?.candidate;
}

/** No category is longer, and the time that a comparison takes grows with its square. */
const LONGEST = 80;
