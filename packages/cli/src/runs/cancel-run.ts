import { cancelRun, fold, readRun, readRunLog } from "@polyglav/engine";
import type { Output } from "../command.ts";
import type { Line } from "../line.ts";
import { usageError } from "../command-error.ts";
import { notFound } from "../not-found.ts";
import { resumeCommand, tailOf } from "../run/commands-to.ts";
import { forgetRun } from "../run/noted-runs.ts";
import type { Session } from "../session.ts";
import { visibleLine } from "../visible.ts";
import { findRun } from "./find-run.ts";
import { displayState } from "./run-state.ts";
import { runStore, withRun } from "./store.ts";

/** Stops a run, or an agent below it with everything that one started. */
export async function stopRun(written: string, below: string | undefined, session: Session): Promise<Output> {
  const store = runStore(session);
  const run = await findRun(written, store);
  refuseShort(written, run);
  const before = await withRun(run, () => readRun(store, run));
  const agent = below === undefined ? undefined : await findAgent(run, below, session);
  const what = agent ?? run;
  const became = await withRun(run, () => cancelRun({ run, ...(agent !== undefined && { below: agent }) }, { store }));
  const who = before?.holder?.pid === undefined ? "the process that works on it" : `process ${before.holder.pid}`;
  const words = {
    posted: `Told ${who} to stop ${visibleLine(what)}`,
    cancelled: `Cancelled ${visibleLine(what)}: nobody worked on it`,
    ended: `${visibleLine(run)} had ended before${before === undefined ? "" : `: ${displayState(before)[1]}`}`,
  };
  if (agent === undefined && became === "cancelled") forgetRun(run, session);
  // The rest of the run can go on without it.
  const canGoOn = agent !== undefined && became === "cancelled" && before !== undefined;
  const next = canGoOn ? resumeCommand(run, tailOf(session, before)) : undefined;
  return {
    data: { run, ...(agent !== undefined && { below: agent }), became, ...(next !== undefined && { resume: next }) },
    lines: [[words[became]], ...(next === undefined ? [] : [[["dim", `Go on without it: ${next}`]] satisfies Line])],
  };
}

/** Finds an agent that has not ended: by its id, by that with the end of the run's alone, or by what comes after it. */
async function findAgent(run: string, written: string, session: Session): Promise<string> {
  const store = runStore(session);
  const entries = (await withRun(run, () => readRunLog(store, run))) ?? [];
  const ids = [...fold(entries).agents.keys()].filter((id) => id !== run);
  const [head = "", ...path] = written.split(".");
  const short = path.length > 0 && head.length >= LEAST && run.endsWith(head) ? [`${run}.${path.join(".")}`] : [];
  const found = [written, `${run}${written}`, `${run}.${written}`, ...short].find((id) => ids.includes(id));
  if (found !== undefined) return found;
  throw notFound({ one: "open agent", list: `polyglav runs tree ${run}` }, written, ids);
}

/** What is cancelled cannot be gone on with: a character or two of an id are too easily those of another run. */
const LEAST = 4;

function refuseShort(written: string, run: string): void {
  if (written === run || /^last(~\d+)?$/.test(written) || written.length >= LEAST) return;
  throw usageError(
    `Cannot cancel "${written}": that is too short to be sure, for it cannot be undone`,
    `Write at least ${LEAST} characters of the id, such as: polyglav runs cancel ${run}`,
  );
}
