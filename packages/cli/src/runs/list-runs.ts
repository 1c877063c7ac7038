import { listRuns, type RunView } from "@polyglav/engine";
import type { Output } from "../command.ts";
import { messageOf } from "../command-error.ts";
import { type Line, plain } from "../line.ts";
import type { Session } from "../session.ts";
import { displayAge, displayUsage } from "../view/amounts.ts";
import { shortened, visibleLine } from "../visible.ts";
import { displayState } from "./run-state.ts";
import { runStore, withStore } from "./store.ts";

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
  const views = last === 0 ? [] : matching.slice(-last);
  const now = session.world.now();
  return {
    data: {
      runs: views.map(dataOf),
      unreadable: [...unreadable].map(([run, message]) => ({ run, message })),
    },
    lines: [
      [headline(views.length, all.length, state)],
      ...[...unreadable].map(([run, message]): Line => [
        `  ${visibleLine(run)}  `,
        ["bad", "unreadable"],
        ["dim", `  ${visibleLine(message)}`],
      ]),
      ...table(views, now, session.world.stdout.columns ?? 100),
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

function table(views: readonly RunView[], now: number, columns: number): readonly Line[] {
  const rows = views.map((view) => ({
    view,
    id: visibleLine(view.run),
    state: displayState(view),
    role: visibleLine(view.role),
    age: displayAge(now - view.began),
    usage: displayUsage(view.usage),
  }));
  const widest = (of: (row: (typeof rows)[number]) => string): number =>
    Math.max(0, ...rows.map((row) => of(row).length));
  const [id, state, role, age, usage] = [
    widest((row) => row.id),
    widest((row) => row.state[1]),
    widest((row) => row.role),
    widest((row) => row.age),
    widest((row) => row.usage),
  ];
  return rows.map((row): Line => {
    const before: Line = [
      `  ${row.id.padEnd(id)}  `,
      [row.state[0], row.state[1].padEnd(state)],
      "  ",
      ["name", row.role.padEnd(role)],
      ["dim", `  ${row.age.padEnd(age)}  ${row.usage.padEnd(usage)}  `],
    ];
    const task = shortened(visibleLine(row.view.task), Math.max(16, columns - plain(before).length));
    return [...before, task];
  });
}
