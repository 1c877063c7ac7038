import { cancelRun, fold, readRun, readRunLog } from "@polyglav/engine";
import type { Output } from "../command.ts";
import type { Line } from "../line.ts";
import { notFound } from "../not-found.ts";
import { resumeCommand, scriptOf, tailOf } from "../run/commands-to.ts";
import type { Session } from "../session.ts";
import { visibleLine } from "../visible.ts";
import { findRun } from "./find-run.ts";
import { displayState } from "./run-state.ts";
import { runStore, withStore } from "./store.ts";

/** Stops a run, or an agent below it with everything that one started. */
export async function stopRun(written: string, below: string | undefined, session: Session): Promise<Output> {
  const store = runStore(session);
  const run = await findRun(written, store);
  const before = await withStore(() => readRun(store, run));
  const agent = below === undefined ? undefined : await findAgent(run, below, session);
  const what = agent ?? run;
  const became = await withStore(() => cancelRun({ run, ...(agent !== undefined && { below: agent }) }, { store }));
  const who = before?.holder?.pid === undefined ? "the process that works on it" : `process ${before.holder.pid}`;
  const script = before === undefined ? undefined : scriptOf(before);
  const words = {
    posted: `Told ${who} to stop ${visibleLine(what)}`,
    cancelled: `Cancelled ${visibleLine(what)}: nobody worked on it`,
    ended: `${visibleLine(run)} had ended before${before === undefined ? "" : `: ${displayState(before)[1]}`}`,
  };
  // The rest of the run can go on without it.
  const next = agent !== undefined && became === "cancelled" ? resumeCommand(run, tailOf(session, script)) : undefined;
  return {
    data: { run, ...(agent !== undefined && { below: agent }), became, ...(next !== undefined && { resume: next }) },
    lines: [[words[became]], ...(next === undefined ? [] : [[["dim", `Go on without it: ${next}`]] satisfies Line])],
  };
}

/** Finds an agent that has not ended, by its id or by what that has after the id of the run. */
async function findAgent(run: string, written: string, session: Session): Promise<string> {
  const store = runStore(session);
  const entries = (await withStore(() => readRunLog(store, run))) ?? [];
  const ids = [...fold(entries).agents.keys()].filter((id) => id !== run);
  const found = [written, `${run}${written}`, `${run}.${written}`].find((id) => ids.includes(id));
  if (found !== undefined) return found;
  throw notFound({ one: "open agent", list: `polyglav runs tree ${run}` }, written, ids);
}
