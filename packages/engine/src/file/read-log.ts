import { readFileSync } from "node:fs";
import type { Problem } from "@polyglav/registry";

/** What a log says, line by line, and what could not be read of it. */
export interface ReadLog {
  /** In the order of the file; what they mean is for the reader of the run to say. */
  readonly entries: readonly Readonly<Record<string, unknown>>[];
  readonly problems: readonly Problem[];
}

/**
 * Reads the log of a run. Never throws.
 *
 * A process that was killed may leave its last line unfinished: that line is dropped, with the warning `log/torn-line`.
 * Any other line that is no JSON object is left out with the error `log/bad-line`; a file that cannot be read has no
 * entries and the error `log/unreadable`. Lines are counted from 1.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { readLog } from "@polyglav/engine/file";
 *
 * const file = join(mkdtempSync(join(tmpdir(), "log-")), "log.ndjson");
 * writeFileSync(file, '{"n":1}\n{"n":2,"ki');
 *
 * const { entries, problems } = readLog(file);
 * assert.deepEqual(entries, [{ n: 1 }]);
 * assert.equal(problems[0]?.code, "log/torn-line");
 * ```
 */
export function readLog(file: string): ReadLog {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    const state = cause instanceof Error ? cause.message : String(cause);
    return {
      entries: [],
      problems: [{ code: "log/unreadable", severity: "error", message: `Cannot read the log: ${state}`, file }],
    };
  }
  const lines = text.split("\n");
  const unfinished = lines.pop() ?? "";
  const read = lines.map((line, index) => readLine(line) ?? badLine(file, index + 1));
  if (unfinished !== "") read.push(readLine(unfinished) ?? tornLine(file, lines.length + 1));
  return {
    entries: read.flatMap((line) => ("entry" in line ? [line.entry] : [])),
    problems: read.flatMap((line) => ("problem" in line ? [line.problem] : [])),
  };
}

type Line = { readonly entry: Readonly<Record<string, unknown>> } | { readonly problem: Problem };

function readLine(line: string): Line | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return isObject(entry) ? { entry } : undefined;
  } catch {
    // A SyntaxError: the caller knows whether that is to be expected of this line.
    return undefined;
  }
}

function badLine(file: string, line: number): Line {
  const message = `Cannot read line ${line} of the log: it is no JSON object`;
  return { problem: { code: "log/bad-line", severity: "error", message, file, line } };
}

function tornLine(file: string, line: number): Line {
  const message = `Cannot read line ${line} of the log: it was never finished`;
  return { problem: { code: "log/torn-line", severity: "warning", message, file, line } };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
