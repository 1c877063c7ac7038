import { type LogEntry, readRun, type RunEvent, type RunStore, type RunView } from "@polyglav/engine";
import type { Output } from "../command.ts";
import { CommandError } from "../command-error.ts";
import { resumeCommand, scriptOf, tailOf, waitingLines } from "../run/commands-to.ts";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { growTree } from "../skins/tree.ts";
import { visibleLine } from "../visible.ts";
import { findRun } from "./find-run.ts";
import { openLogReader } from "./log-events.ts";
import { readEntriesOf } from "./read-entries.ts";
import { displayState } from "./run-state.ts";
import { runStore, withStore } from "./store.ts";

/** How often a log is looked at while somebody works on it, in milliseconds. */
const LOOK_MS = 200;

/** Shows the log of a run as a run shows it live, and what comes while a process works on it. */
export async function tailRun(written: string, follow: boolean, session: Session): Promise<Output> {
  const { world, viewpoint, detail, format } = session;
  const store = runStore(session);
  const run = await findRun(written, store);
  const signal = follow ? session.stopping() : undefined;
  const columns = world.stdout.columns ?? 100;
  const tree = growTree({ viewpoint, detail: detail === "verbose" ? "verbose" : "normal", columns }, session.print);
  const seen: RunEvent[] = [];
  for await (const event of eventsOf(run, store, signal)) {
    if (format === "json") seen.push(event);
    // The stream of a command has one end, and that is its own.
    if (format === "ndjson" && event.type !== "run-end") await session.emit(event);
    if (format === "text") await tree.event(event);
  }
  const view = await withStore(() => readRun(store, run));
  const end = view?.end;
  return {
    data: {
      run,
      ...(view && { state: view.state }),
      ...(end && { end }),
      ...(format === "json" && { events: seen }),
    },
    lines: view === undefined ? [] : lastLines(view, session),
    ...(signal?.aborted === true && { exit: signal.reason === "SIGTERM" ? "terminated" : "interrupted" }),
  };
}

/** What a run that has not ended waits for, or how it is gone on with. */
function lastLines(view: RunView, session: Session): readonly Line[] {
  const { run, state, asks } = view;
  const tail = tailOf(session, scriptOf(view));
  if (state === "waiting" && asks.length > 0) return waitingLines(run, asks, tail, session);
  if (state !== "waiting" && state !== "broken-off") return [];
  return [[displayState(view), `: ${visibleLine(resumeCommand(run, tail))}`]];
}

/** The events of a log, and of what is appended to it until nobody works on it any more or the signal aborts. */
async function* eventsOf(
  run: string,
  store: RunStore,
  signal: AbortSignal | undefined,
): AsyncGenerator<RunEvent, void> {
  const toEvents = openLogReader();
  let last = 0;
  let from: "start" | number = "start";
  for (;;) {
    const stored = await withStore(() => store.read(run, { from }));
    if (stored === undefined) return;
    // Whoever takes a run over may write its log anew: what was shown is not shown twice.
    const news: readonly LogEntry[] = readEntriesOf(stored.entries).filter(({ n }) => n > last);
    for (const entry of news) {
      yield* toEvents(entry);
      last = entry.n;
    }
    const broken = stored.problems.find(({ severity }) => severity === "error");
    if (broken !== undefined) {
      throw new CommandError(broken.message, { code: "POLYGLAV_RUN_BROKEN", exit: "config" });
    }
    from = stored.next;
    const isOver = news.some(({ kind }) => kind === "run.ended");
    if (signal === undefined || signal.aborted || isOver || stored.holder === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
