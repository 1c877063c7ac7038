/** How many names are offered. */
const MOST_NAMES = 3;

/**
 * Finds the names most like a wanted one, nearest first: equal but for case, containing it or contained in it, or a
 * few letters away. At most three, none for names that nothing resembles.
 */
export function findNearest(wanted: string, names: readonly string[]): readonly string[] {
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .map((name) => ({ name, distance: measure(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}

function measure(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  if (shorter > 2 && (a.includes(b) || b.includes(a))) return 1;
  return countEdits(a, b);
}

/** Counts the letters to insert, delete, replace, or swap with their neighbour, from one text to the other. */
function countEdits(a: string, b: string): number {
  let above: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwap ? (above[j - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    above = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
