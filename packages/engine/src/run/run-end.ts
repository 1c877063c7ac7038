import type { Denial, Outcome, RunEnd } from "./outcome.ts";
import type { Usage } from "../model/usage.ts";

/** What decides the end of a whole run. */
export interface EndInput {
  readonly outcome: Outcome;
  readonly denials: readonly Denial[];
  readonly onDenials: "fail" | "ok";
  readonly usage: Usage;
  readonly bill?: RunEnd["bill"];
  /** The signal that stopped it, where one did. */
  readonly signal?: "SIGINT" | "SIGTERM";
}

/** Codes of faults that mean "not ready" (exit 4): the set-up has to change before a run can succeed. */
const NOT_READY = new Set([
  "POLYGLAV_KEY_REJECTED",
  "POLYGLAV_PROVIDER_NOT_READY",
  "POLYGLAV_NO_SDK",
  "POLYGLAV_NO_MODEL",
  "POLYGLAV_MODEL_NOT_APPROVED",
  "POLYGLAV_UNKNOWN_PROVIDER",
  "POLYGLAV_ROLE_WITHHELD",
  "POLYGLAV_RUN_FOLDER",
  "POLYGLAV_RUN_HELD",
]);
/** Codes of faults in what the person asked for (exit 2). */
const USAGE = new Set([
  "POLYGLAV_UNKNOWN_ROLE",
  "POLYGLAV_NO_TASK",
  "POLYGLAV_UNKNOWN_RUN",
  "POLYGLAV_RUN_ENDED",
  "POLYGLAV_RUN_EXISTS",
  "POLYGLAV_SCHEMA",
]);
/** Codes of faults in files (exit 3). */
const CONFIG = new Set([
  "POLYGLAV_ROLE_FAULTY",
  "POLYGLAV_LOG_BROKEN",
  "POLYGLAV_LOG_FORMAT",
  "POLYGLAV_ROLE_CHANGED",
  "POLYGLAV_RUN_BROKEN",
]);

/** The end of a process's part in a run that waits for answers: it is no end of the run, and exit code 7 says so. */
export function waitingEnd(
  run: string,
  asks: readonly string[],
  { denials, usage, bill }: Pick<RunEnd, "denials" | "usage" | "bill">,
): RunEnd {
  const waiting = { run, asks };
  return {
    status: "waiting",
    exitCode: 7,
    outcome: "waiting",
    content: "",
    denials,
    usage,
    ...(bill !== undefined && { bill }),
    waiting,
  };
}

/**
 * Turns the outcome of the root into the word and the exit code of the whole run: ok 0, error 1 (2 usage, 3 files,
 * 4 not ready), denied 5, limit 6, cancelled 130 or 143. A run that is done although a call in its tree was refused is
 * `denied`, because a schedule that reads only the exit code must not take it for success.
 */
export function runEnd(input: EndInput): RunEnd {
  const { outcome } = input;
  return {
    ...verdict(input),
    outcome: outcome.status,
    content: outcome.content,
    ...(outcome.value === undefined ? {} : { value: outcome.value }),
    denials: input.denials,
    usage: input.usage,
    ...(input.bill === undefined ? {} : { bill: input.bill.map((line) => ({ ...line })) }),
    ...(outcome.error === undefined ? {} : { error: outcome.error }),
  };
}

function verdict({ outcome, denials, onDenials, signal }: EndInput): Pick<RunEnd, "status" | "exitCode"> {
  switch (outcome.status) {
    case "done":
      return denials.length > 0 && onDenials === "fail"
        ? { status: "denied", exitCode: 5 }
        : { status: "ok", exitCode: 0 };
    case "denied":
      return { status: "denied", exitCode: 5 };
    case "limit":
    case "timeout":
      return { status: "limit", exitCode: 6 };
    case "cancelled":
      return { status: "cancelled", exitCode: signal === "SIGTERM" ? 143 : 130 };
    case "empty":
    case "no_output":
      return { status: "error", exitCode: 1 };
    case "refused":
    case "error":
      return { status: "error", exitCode: errorExit(outcome.error?.code ?? "") };
  }
}

function errorExit(code: string): number {
  if (USAGE.has(code)) return 2;
  if (CONFIG.has(code)) return 3;
  return NOT_READY.has(code) ? 4 : 1;
}
