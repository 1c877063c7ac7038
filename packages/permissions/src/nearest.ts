/** Finds the word that somebody probably meant: at most a third of it wrong, and never more than two slips. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const wanted = word.trim().toLowerCase();
  const [best] = known
    .map((candidate) => ({ candidate, slips: distance(wanted, candidate) }))
    .filter(({ candidate, slips }) => slips <= Math.min(2, Math.ceil(candidate.length / 3)))
    .toSorted((a, b) => a.slips - b.slips);
  return best?.candidate;
}

/** How many letters to insert, drop, replace or swap with their neighbour. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity;
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const cost = Math.min(at(next, j - 1) + 1, at(row, j) + 1, at(row, j - 1) + (isSame ? 0 : 1));
      next.push(isSwap ? Math.min(cost, at(before, j - 2) + 1) : cost);
    }
    before = row;
    row = next;
  }
  return at(row, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
