import type { LogEntry, RunEvent, RunStore } from "@polyglav/engine";
import { CommandError } from "../command-error.ts";
import { openLogReader } from "./log-events.ts";
import { readEntriesOf } from "./read-entries.ts";
import { removeHint, withRun } from "./store.ts";

/** How often a log is looked at while somebody works on it, in milliseconds. */
const LOOK_MS = 200;

/** The events of a log, and of what is appended to it until nobody works on it any more or the signal aborts. */
export async function* followLog(
  run: string,
  store: RunStore,
  signal: AbortSignal | undefined,
): AsyncGenerator<RunEvent, void> {
  const toEvents = openLogReader();
  let last = 0;
  let from: "start" | number = "start";
  for (;;) {
    const stored = await withRun(run, () => store.read(run, { from }));
    if (stored === undefined) return;
    // Whoever takes a run over may write its log anew: what was shown is not shown twice.
    const news: readonly LogEntry[] = readEntriesOf(stored.entries).filter(({ n }) => n > last);
    for (const entry of news) {
      yield* toEvents(entry);
      last = entry.n;
    }
    const broken = stored.problems.find(({ severity }) => severity === "error");
    if (broken !== undefined) {
      throw new CommandError(broken.message, { code: "POLYGLAV_RUN_BROKEN", exit: "config", hint: removeHint(run) });
    }
    from = stored.next;
    const isOver = news.some(({ kind }) => kind === "run.ended");
    if (signal === undefined || signal.aborted || isOver || stored.holder === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
