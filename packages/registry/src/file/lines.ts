/** Finds the line and column, from 1, of an offset; `\n`, `\r\n` and a lone `\r` each end a line. */
export function lineFinder(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length);
  return (offset) => {
    // Invariant: the line begins at or after `from`, and before `to`.
    let [from, to] = [0, starts.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((starts[middle] ?? 0) <= offset) from = middle;
      else to = middle;
    }
    return { line: from + 1, column: offset - (starts[from] ?? 0) + 1 };
  };
}
