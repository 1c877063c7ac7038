import { distance } from "fastest-levenshtein";

/** How many names are offered. */
const MOST_NAMES = 3;

/**
 * Finds the names most like a wanted one, nearest first: equal but for case, containing it or contained in it, or a
 * few letters away. At most three, none for names that nothing resembles.
 */
export function findNearest(wanted: string, names: readonly string[]): readonly string[] {
  // Two letters that changed places count as two: "scr" must still find "src".
  const limit = Math.max(wanted.length < 3 ? 1 : 2, Math.floor(wanted.length / 3));
  return names
    .map((name) => ({ name, away: measure(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ away }) => away <= limit)
    .sort((a, b) => a.away - b.away || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}

function measure(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  if (shorter > 2 && (a.includes(b) || b.includes(a))) return 1;
  return distance(a, b);
}
