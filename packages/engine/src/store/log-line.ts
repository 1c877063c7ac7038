import type { LogProblem } from "./run-store.ts";

/** The longest line that a log takes, in UTF-16 units: a reader must not need more memory than a writer had. */
export const MAX_LINE = 64 * 2 ** 20;

/** Throws for what would not be read again as the one line that it was. */
export function checkLine(what: string, line: string): void {
  if (line.includes("\n") || line.includes("\r")) throw new TypeError(`Cannot append to ${what}: an entry is one line`);
  if (line.length > MAX_LINE) throw new RangeError(`Cannot append to ${what}: the entry is longer than 64 MiB`);
}

/** Reads the entry of a line; `undefined` when it is no JSON object. */
export function readEntry(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return isObject(entry) ? entry : undefined;
  } catch {
    // A SyntaxError: the caller knows whether that is to be expected of this line.
    return undefined;
  }
}

/** What a line of a log says, or why it says nothing. */
export type ReadLine = { readonly entry: Readonly<Record<string, unknown>> } | { readonly problem: LogProblem };

/** Reads a whole line of a log. Lines are counted from 1. */
export function readLine(text: string, line: number, file?: string): ReadLine {
  const entry = readEntry(text);
  return entry === undefined ? { problem: brokenLine(line, "it is no JSON object", file) } : { entry };
}

export function brokenLine(line: number, because: string, file?: string): LogProblem {
  const message = `Cannot read line ${line} of the log: ${because}`;
  return { code: "log/broken-line", severity: "error", message, ...(file === undefined ? {} : { file }), line };
}

export const entriesOf = (lines: readonly ReadLine[]): readonly Readonly<Record<string, unknown>>[] =>
  lines.flatMap((line) => ("entry" in line ? [line.entry] : []));

export const problemsOf = (lines: readonly ReadLine[]): readonly LogProblem[] =>
  lines.flatMap((line) => ("problem" in line ? [line.problem] : []));

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
