import { messageOf } from "../message-of.ts";
import { fold } from "../log/fold.ts";
import { readEntries } from "../log/read-entries.ts";
import type { RunState } from "../log/run-state.ts";
import { fromSnapshot } from "../log/snapshot.ts";
import type { RunLog, RunStore, StoredLog } from "../store/run-store.ts";

/** A log that cannot be gone on with. */
export class RunLogError extends Error {
  override readonly name = "RunLogError";
  readonly code: string;
  readonly hint: string;

  constructor({ code, message, hint }: { readonly code: string; readonly message: string; readonly hint: string }) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** A run that this process may go on with. */
export interface OpenedRun {
  readonly log: RunLog;
  readonly state: RunState;
  /** What was wrong with its log and does not matter, such as a last line that was never finished. */
  readonly problems: StoredLog["problems"];
}

/** Takes the lease of a run and reads what it has come to. Throws what the store throws, and {@link RunLogError}. */
export async function openRun(store: RunStore, run: string): Promise<OpenedRun> {
  const opened = await store.open(run);
  try {
    const { log, problems } = opened;
    return { log, problems, state: await stateOf(opened, () => store.read(run, { from: "start" })) };
  } catch (cause) {
    await opened.log.close();
    throw cause;
  }
}

/** Folds what is in a log, from its last snapshot where that can be read. Throws {@link RunLogError}. */
export async function stateOf(
  stored: StoredLog,
  whole: () => Promise<StoredLog | undefined> | StoredLog | undefined,
): Promise<RunState> {
  const { snapshot } = stored;
  const from = snapshot === undefined ? undefined : fromSnapshot(snapshot);
  const source = snapshot !== undefined && from === undefined ? ((await whole()) ?? stored) : stored;
  const { entries, fault } = readEntries(source.entries, from?.n ?? 0);
  if (fault !== undefined) throw new RunLogError(fault);
  try {
    return fold(entries, from);
  } catch (cause) {
    throw brokenLog(cause);
  }
}

/** A log that holds what no run writes. */
export function brokenLog(cause: unknown): RunLogError {
  return new RunLogError({
    code: "POLYGLAV_LOG_BROKEN",
    message: `Cannot read the run: its log holds what no run writes (${messageOf(cause)})`,
    hint: "What it says can still be read line by line; start the task anew",
  });
}
