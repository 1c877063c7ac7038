import { entriesOf, problemsOf } from "../store/log-line.ts";
import type { LogProblem } from "../store/run-store.ts";
import { readLines } from "./read-lines.ts";

/** What a log says, line by line, and what could not be read of it. */
export interface ReadLog {
  /** In the order of the file; what they mean is for the reader of the run to say. */
  readonly entries: readonly Readonly<Record<string, unknown>>[];
  readonly problems: readonly LogProblem[];
}

/**
 * Reads the log of a run. Never throws.
 *
 * A process that was killed may leave its last line unfinished: that line is dropped, with the warning `log/torn-line`.
 * Any other line that is no JSON object is left out with the error `log/broken-line`; a file that cannot be read, or is
 * none, has no entries and the error `log/unreadable`. Lines are counted from 1.
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
  try {
    const { lines } = readLines(file, file) ?? { lines: [] };
    return { entries: entriesOf(lines), problems: problemsOf(lines) };
  } catch (cause) {
    return { entries: [], problems: [unreadable(file, cause)] };
  }
}

export function unreadable(file: string, cause: unknown): LogProblem {
  const state = cause instanceof Error ? cause.message : String(cause);
  return { code: "log/unreadable", severity: "error", message: `Cannot read the log: ${state}`, file };
}
