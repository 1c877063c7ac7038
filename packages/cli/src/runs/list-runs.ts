import { listRuns, type RunView } from "@polyglav/engine";
import type { Output } from "../command.ts";
import { messageOf } from "../command-error.ts";
import { type Line, plain, type Span } from "../line.ts";
import type { Session } from "../session.ts";
import { displayAge, displayUsage } from "../view/amounts.ts";
import { shortened, visibleLine } from "../visible.ts";
import { elsewhereLines } from "./elsewhere.ts";
import { displayState } from "./run-state.ts";
import { fromLog, runStore, withStore } from "./store.ts";

/** Which runs are listed. */
export interface RunFilter {
  /** How many at most, the last ones. */
  readonly last: number;
  readonly state: RunView["state"] | undefined;
}

/** Lists the runs of this folder, the newest last. One whose log cannot be read is listed as that. */
export async function showRuns({ last, state }: RunFilter, session: Session): Promise<Output> {
  const store = runStore(session);
  const all = await withStore(() => store.list());
  // Every log is read to know its state: no more of them than are shown.
  const wanted = state === undefined ? (last === 0 ? [] : all.slice(-last)) : all;
  const unreadable = new Map<string, string>();
  const found = await listRuns({ ...store, list: () => wanted }, (run, cause) => {
    unreadable.set(run, messageOf(cause));
  });
  const matching = state === undefined ? found : found.filter((view) => view.state === state);
  const rows: Row[] = [];
  for (const view of last === 0 ? [] : matching.slice(-last)) {
    try {
      rows.push(await fromLog(view.run, () => rowOf(view, session.world.now())));
    } catch (cause) {
      unreadable.set(view.run, messageOf(cause));
    }
  }
  return {
    data: {
      runs: rows.map(({ data }) => data),
      unreadable: [...unreadable].map(([run, message]) => ({ run, message })),
    },
    lines: [
      [headline(rows.length, all.length, state)],
      ...[...unreadable].map(([run, message]): Line => [
        `  ${visibleLine(run)}  `,
        ["bad", "unreadable"],
        ["dim", `  ${visibleLine(message)}`],
      ]),
      ...table(rows, session.world.stdout.columns ?? 100),
      ...(all.length === 0 ? elsewhereLines(session) : []),
    ],
  };
}

function headline(shown: number, all: number, state: RunFilter["state"]): string {
  if (state !== undefined) return `${shown} ${shown === 1 ? "run" : "runs"} ${state}`;
  return shown === all ? `${all} ${all === 1 ? "run" : "runs"}` : `the last ${shown} of ${all} runs`;
}

/** What programs get of a run in a list. */
function dataOf({ run, role, model, task, state, end, usage, asks, holder, began, changed }: RunView): object {
  return {
    ...{ run, state, role, model, task, usage },
    ...(end === undefined ? {} : { status: end.status, outcome: end.outcome, exitCode: end.exitCode }),
    asks: asks.map(({ ask }) => ask),
    ...(holder?.pid === undefined ? {} : { pid: holder.pid }),
    began: new Date(began).toISOString(),
    changed: new Date(changed).toISOString(),
  };
}

interface Row {
  readonly data: object;
  readonly id: string;
  readonly state: Exclude<Span, string>;
  readonly role: string;
  readonly age: string;
  readonly usage: string;
  readonly task: string;
}

function rowOf(view: RunView, now: number): Row {
  return {
    data: dataOf(view),
    id: visibleLine(view.run),
    state: displayState(view),
    role: visibleLine(view.role),
    age: displayAge(now - view.began),
    usage: displayUsage(view.usage),
    task: visibleLine(view.task),
  };
}

function table(rows: readonly Row[], columns: number): readonly Line[] {
  const widest = (of: (row: Row) => string): number => Math.max(0, ...rows.map((row) => of(row).length));
  const id = widest((row) => row.id);
  const state = widest((row) => row.state[1]);
  const role = widest((row) => row.role);
  const age = widest((row) => row.age);
  const usage = widest((row) => row.usage);
  return rows.map((row): Line => {
    const before: Line = [
      `  ${row.id.padEnd(id)}  `,
      [row.state[0], row.state[1].padEnd(state)],
      "  ",
      ["name", row.role.padEnd(role)],
      ["dim", `  ${row.age.padEnd(age)}  ${row.usage.padEnd(usage)}  `],
    ];
    return [...before, shortened(row.task, Math.max(16, columns - plain(before).length))];
  });
}
