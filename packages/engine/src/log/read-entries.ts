import { LOG_FORMAT, type LogEntry } from "./log-entry.ts";

/** Why a log cannot be gone on with. */
export interface LogFault {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Entries of a log, or why it cannot be gone on with. */
export interface ReadEntries {
  readonly entries: readonly LogEntry[];
  readonly fault?: LogFault;
}

/**
 * Reads what was parsed from a log. Each entry must be one of ours and follow the one before; a log of another format is
 * refused in words: a newer one because nobody here knows what it says, an older one because it does not hold what a
 * restart needs. It can still be looked at line by line.
 *
 * @param after the number of the entry before the first one
 */
export function readEntries(given: readonly unknown[], after = 0): ReadEntries {
  const entries: LogEntry[] = [];
  for (const [i, one] of given.entries()) {
    if (!isEntry(one)) return { entries, fault: fault(`entry ${after + i + 1} is none`) };
    if (one.n !== after + i + 1) return { entries, fault: fault(`entry ${after + i + 1} is missing`) };
    const format: unknown = one.kind === "run.started" ? one.format : LOG_FORMAT;
    if (format !== LOG_FORMAT) return { entries, fault: otherFormat(format) };
    entries.push(one);
  }
  return { entries };
}

function fault(state: string): LogFault {
  return {
    code: "POLYGLAV_LOG_BROKEN",
    message: `Cannot go on with the run: ${state} in its log`,
    hint: "What it says can still be read; start the task anew",
  };
}

function otherFormat(format: unknown): LogFault {
  const isNewer = typeof format === "number" && format > LOG_FORMAT;
  return {
    code: "POLYGLAV_LOG_FORMAT",
    message: `Cannot go on with the run: its log has format ${JSON.stringify(format)}, and this version goes on with ${LOG_FORMAT}`,
    hint: isNewer
      ? "Use the version that began it, or a newer one"
      : "Start the task anew; what the log says can still be read",
  };
}

/** The head decides: what a body holds is written by this engine, and its kinds are read one by one. */
function isEntry(value: unknown): value is LogEntry {
  if (typeof value !== "object" || value === null) return false;
  const { n, t, run, kind }: { n?: unknown; t?: unknown; run?: unknown; kind?: unknown } = value;
  return typeof n === "number" && typeof t === "string" && typeof run === "string" && typeof kind === "string";
}
