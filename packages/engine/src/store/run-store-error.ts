import type { Holder, LogProblem, RunStoreCode } from "./run-store.ts";

/** What a {@link RunStoreError} says beside its message. */
export interface RunStoreErrorDetails {
  readonly hint: string;
  readonly cause?: unknown;
  /** Who has the run, with `POLYGLAV_RUN_HELD`. */
  readonly holder?: Holder;
  /** What is wrong with the log, with `POLYGLAV_RUN_BROKEN`. */
  readonly problems?: readonly LogProblem[];
}

/**
 * A log that cannot be had, gone on with, or written. `code` says which of these it is, `hint` what a person can do.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { memoryStore } from "@polyglav/engine";
 *
 * const store = memoryStore();
 * await store.create("r1");
 * await assert.rejects(async () => store.open("r1"), { name: "RunStoreError", code: "POLYGLAV_RUN_HELD" });
 * ```
 */
export class RunStoreError extends Error {
  override readonly name = "RunStoreError";
  readonly code: RunStoreCode;
  readonly hint: string;
  readonly holder?: Holder;
  readonly problems?: readonly LogProblem[];

  constructor(code: RunStoreCode, message: string, details: RunStoreErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
    if (details.holder !== undefined) this.holder = details.holder;
    if (details.problems !== undefined) this.problems = details.problems;
  }
}

export function unknownRun(run: string): RunStoreError {
  return new RunStoreError("POLYGLAV_UNKNOWN_RUN", `Cannot find the run "${run}": there is none with this id`, {
    hint: "List the runs that there are",
  });
}

export function runHeld(run: string, holder: Holder): RunStoreError {
  const { pid, host } = holder;
  const who = pid === undefined ? "somebody" : `process ${pid}`;
  const where = host === undefined ? "" : ` on ${host}`;
  return new RunStoreError("POLYGLAV_RUN_HELD", `Cannot take the run "${run}": ${who}${where} has it`, {
    hint: "Wait until it ends, or cancel it",
    holder,
  });
}

export function leaseLost(run: string): RunStoreError {
  return new RunStoreError("POLYGLAV_LEASE_LOST", `Cannot write to the run "${run}": another process took it over`, {
    hint: "Leave it to that process, which went on from what was written",
  });
}

export function runExists(what: string, cause?: unknown): RunStoreError {
  return new RunStoreError("POLYGLAV_RUN_EXISTS", `${what}: it exists already`, {
    hint: "A run has its own log: choose another id",
    cause,
  });
}

/** For a log with an error among its problems: going on from half of it could do things twice. */
export function runBroken(run: string, problems: readonly LogProblem[]): RunStoreError {
  const { message = "its log is damaged" } = problems.find(({ severity }) => severity === "error") ?? {};
  return new RunStoreError("POLYGLAV_RUN_BROKEN", `Cannot go on with the run "${run}": ${lowerFirst(message)}`, {
    hint: "Start the task again; what was written can still be read",
    problems,
  });
}

export function artifactBroken(run: string, name: string): RunStoreError {
  return new RunStoreError(
    "POLYGLAV_RUN_BROKEN",
    `Cannot read the artifact "${name}" of the run "${run}": it was changed`,
    {
      hint: "Nothing can bring it back: what names it has to be done again",
    },
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
