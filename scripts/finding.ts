/**
 * What a check found: a place and a sentence. Every check prints its findings the same way.
 *
 * @module
 */
export interface Finding {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  readonly message: string;
}

/** Prints findings as `file:line  message`, or the good news, and gives the exit code. */
export function report(findings: readonly Finding[], good: string): number {
  for (const line of reportLines(findings, good)) process.stdout.write(`${line}\n`);
  return findings.length === 0 ? 0 : 1;
}

/** Words a report. Findings come in the order of their places, each once. */
export function reportLines(findings: readonly Finding[], good: string): readonly string[] {
  if (findings.length === 0) return [good];
  const lines = [...findings]
    .sort((a, b) => (a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1))
    .map(({ file, line, message }) => `${line === undefined ? file : `${file}:${line}`}  ${shortened(message)}`);
  return [...new Set(lines), "", findings.length === 1 ? "1 problem" : `${findings.length} problems`];
}

function shortened(message: string): string {
  const lines = message.split("\n");
  return lines.length <= 60 ? message : [...lines.slice(0, 60), `... and ${lines.length - 60} lines more`].join("\n");
}
