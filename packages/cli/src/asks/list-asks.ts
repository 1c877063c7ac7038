import type { Output } from "../command.ts";
import type { Line } from "../line.ts";
import { scriptOf, tailOf } from "../run/commands-to.ts";
import { runStore, withStore } from "../runs/store.ts";
import type { Session } from "../session.ts";
import { displayAge, displayDate } from "../view/amounts.ts";
import { answerCommand, askedFor } from "../view/open-ask.ts";
import { visibleLine } from "../visible.ts";
import { askedAt } from "./asked-at.ts";
import { allAsks, type FoundAsk, nameOf } from "./find-ask.ts";

/** Lists what waits for an answer in the runs of this folder, whatever its depth. */
export async function listAsks(session: Session): Promise<Output> {
  const store = runStore(session);
  const open = await allAsks(store);
  const times = new Map<string, ReadonlyMap<string, number>>();
  for (const { view } of open) {
    if (!times.has(view.run)) times.set(view.run, await withStore(() => askedAt(view.run, store)));
  }
  const rows = open.map((found) => ({
    found,
    name: nameOf(found, open),
    at: times.get(found.view.run)?.get(found.ask.ask),
  }));
  return {
    data: { asks: rows.map(({ found, name, at }) => dataOf(found, name, at, session)) },
    lines: [
      [`${open.length} open ${open.length === 1 ? "ask" : "asks"}`],
      ...rows.flatMap(({ found, name, at }) => linesOf(found, name, at, session)),
    ],
  };
}

function dataOf({ ask, view }: FoundAsk, name: string, at: number | undefined, session: Session): object {
  const { details, ...shown } = ask;
  return {
    ...shown,
    what: askedFor(ask),
    ...(at === undefined ? {} : { at: new Date(at).toISOString() }),
    ...(details?.deadline === undefined ? {} : { deadline: new Date(details.deadline).toISOString() }),
    answer: answerCommand(ask, tailOf(session, scriptOf(view)), name),
  };
}

function linesOf({ ask, view }: FoundAsk, name: string, at: number | undefined, session: Session): readonly Line[] {
  const deadline = ask.details?.deadline;
  const when = [
    ...(at === undefined ? [] : [displayAge(session.world.now() - at)]),
    ...(deadline === undefined ? [] : [`until ${displayDate(deadline)}`]),
    `run ${visibleLine(ask.by)}`,
    ...(view.state === "running" ? ["a process waits for it"] : []),
  ];
  return [
    [
      ["warn", `  ${visibleLine(name)}`],
      "  ",
      ["name", visibleLine(ask.role)],
      ask.kind === "direction"
        ? " asks: "
        : ask.details?.lift === "elevate"
          ? " wants more than its role has: "
          : " wants ",
      askedFor(ask),
    ],
    [["dim", `      ${when.join(", ")}`]],
  ];
}
