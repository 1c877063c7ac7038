/** Finds the line and column, from 1, of an offset; `\n`, `\r\n` and a lone `\r` each end a line. */
export function lineFinder(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length)];
  return (offset) => {
    const line = Math.max(1, starts.findLastIndex((start) => start <= offset) + 1);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}
