import { readRun, type RunEvent, type RunStore, type RunView } from "@polyglav/engine";
import type { Output } from "../command.ts";
import { resumeCommand, tailOf, waitingLines } from "../run/commands-to.ts";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { growTree } from "../skins/tree.ts";
import { visibleLine } from "../visible.ts";
import { followLog } from "./follow-log.ts";
import { findRun } from "./find-run.ts";
import { displayState } from "./run-state.ts";
import { fromLog, runStore, withRun } from "./store.ts";

/** Shows the log of a run as a run shows it live, and what comes while a process works on it. */
export async function tailRun(written: string, follow: boolean, session: Session): Promise<Output> {
  const store = runStore(session);
  const run = await findRun(written, store);
  return fromLog(run, () => tail(run, store, follow ? session.stopping() : undefined, session));
}

async function tail(run: string, store: RunStore, signal: AbortSignal | undefined, session: Session): Promise<Output> {
  const { world, viewpoint, detail, format } = session;
  const columns = world.stdout.columns ?? 100;
  const tree = growTree({ viewpoint, detail: detail === "verbose" ? "verbose" : "normal", columns }, session.print);
  const seen: RunEvent[] = [];
  for await (const event of followLog(run, store, signal)) {
    if (format === "json") seen.push(event);
    // The stream of a command has one end, and that is its own.
    if (format === "ndjson" && event.type !== "run-end") await session.emit(event);
    if (format === "text") await tree.event(event);
  }
  const view = await withRun(run, () => readRun(store, run));
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
  const tail = tailOf(session, view);
  if (state === "waiting") return waitingLines(run, asks, tail, session);
  if (state !== "ready" && state !== "broken-off") return [];
  const shown = displayState(view);
  if (asks.length > 0) return [[shown], ...waitingLines(run, asks, tail, session)];
  return [[shown, `: ${visibleLine(resumeCommand(run, tail))}`]];
}
