import { join } from "node:path";
import type { RunStore } from "@polyglav/engine";
import { type Durability, fileStore } from "@polyglav/engine/file";
import { CommandError, messageOf } from "../command-error.ts";
import type { ExitName } from "../exit-codes.ts";
import type { Session } from "../session.ts";
import { shellWord } from "../view/open-ask.ts";

/** The logs of the runs of this folder. */
export function runStore({ viewpoint }: Pick<Session, "viewpoint">, durability?: Durability): RunStore {
  const dir = join(viewpoint.cwd, ".polyglav", "runs");
  return fileStore(dir, durability === undefined ? {} : { durability });
}

/** Does something with a store; what it refuses becomes the "no" of a command, with the exit code that fits. */
export async function withStore<T>(act: () => T | PromiseLike<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw asStoreFault(cause);
  }
}

/** The same for one run: where its log cannot be read, how to be rid of it is said, too. */
export async function withRun<T>(run: string, act: () => T | PromiseLike<T>): Promise<T> {
  try {
    return await withStore(act);
  } catch (cause) {
    if (!(cause instanceof CommandError) || cause.exit !== "config") throw cause;
    const { message, code, exit } = cause;
    throw new CommandError(`Cannot read "${run}": ${message.replace(/^Cannot read [^:]*: /, "")}`, {
      ...{ code, exit, cause, hint: removeHint(run) },
    });
  }
}

function asStoreFault(cause: unknown): unknown {
  if (cause instanceof TypeError) return brokenLog("Cannot read the log of a run: it", cause);
  if (!(cause instanceof Error) || !("code" in cause) || typeof cause.code !== "string") return cause;
  const exit = EXITS.get(cause.code);
  if (exit === undefined) return cause;
  const hint = "hint" in cause && typeof cause.hint === "string" ? cause.hint : undefined;
  return new CommandError(messageOf(cause), { code: cause.code, exit, hint, cause });
}

/** Codes of the engine and its stores that a command about runs can meet. */
const EXITS: ReadonlyMap<string, ExitName> = new Map<string, ExitName>([
  ["POLYGLAV_UNKNOWN_RUN", "usage"],
  ["POLYGLAV_RUN_EXISTS", "usage"],
  ["POLYGLAV_RUN_HELD", "not-ready"],
  ["POLYGLAV_LEASE_LOST", "not-ready"],
  ["POLYGLAV_RUN_FOLDER", "not-ready"],
  ["POLYGLAV_RUN_BROKEN", "config"],
  ["POLYGLAV_LOG_BROKEN", "config"],
  ["POLYGLAV_LOG_FORMAT", "config"],
]);

/** Makes what is shown of a run out of its log, which may hold anything. */
export async function fromLog<T>(run: string, show: () => T | PromiseLike<T>): Promise<T> {
  try {
    return await show();
  } catch (cause) {
    if (!(cause instanceof TypeError) && !(cause instanceof RangeError)) throw cause;
    throw brokenLog(`Cannot read "${run}": its log`, cause);
  }
}

/** What to do with a run that cannot be read. */
export const removeHint = (run: string): string =>
  `Leave it alone, or remove its folder: rm -r ${shellWord(`.polyglav/runs/${run}`)}`;

/** Whoever made the folder may have written a log by hand: what no run writes is no fault of this program. */
function brokenLog(what: string, cause: Error): CommandError {
  return new CommandError(`${what} holds what no run writes (${messageOf(cause)})`, {
    code: "POLYGLAV_LOG_BROKEN",
    exit: "config",
    hint: "Leave it alone, or remove its folder from .polyglav/runs",
    cause,
  });
}
