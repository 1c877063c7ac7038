import type { Output } from "../command.ts";
import type { Line } from "../line.ts";
import { tailOf } from "../run/commands-to.ts";
import { elsewhereLines } from "../runs/elsewhere.ts";
import { runStore } from "../runs/store.ts";
import type { Session } from "../session.ts";
import { displayAge, displayDate } from "../view/amounts.ts";
import { answerCommand, askedFor } from "../view/open-ask.ts";
import { visibleLine } from "../visible.ts";
import { allAsks, type FoundAsk, nameOf } from "./find-ask.ts";

/** Lists what waits for an answer in the runs of this folder, whatever its depth. */
export async function listAsks(session: Session): Promise<Output> {
  const store = runStore(session);
  const open = await allAsks(store);
  // In the order of asking, across runs.
  const rows = open
    .map((found) => ({ found, name: nameOf(found, open) }))
    .sort((one, other) => one.found.ask.at - other.found.ask.at);
  return {
    data: { asks: rows.map(({ found, name }) => dataOf(found, name, session)) },
    lines: [
      [`${open.length} open ${open.length === 1 ? "ask" : "asks"}`],
      ...rows.flatMap(({ found, name }) => linesOf(found, name, session)),
      ...(open.length === 0 ? elsewhereLines(session) : []),
    ],
  };
}

function dataOf({ ask, view }: FoundAsk, name: string, session: Session): object {
  const { details, at, ...shown } = ask;
  return {
    ...shown,
    what: askedFor(ask),
    at: new Date(at).toISOString(),
    ...(details?.deadline === undefined ? {} : { deadline: new Date(details.deadline).toISOString() }),
    answer: answerCommand(ask, tailOf(session, view), name),
  };
}

function linesOf({ ask, view }: FoundAsk, name: string, session: Session): readonly Line[] {
  const deadline = ask.details?.deadline;
  const when = [
    displayAge(session.world.now() - ask.at),
    ...(deadline === undefined ? [] : [`until ${displayDate(deadline)}`]),
    `run ${visibleLine(ask.by)}`,
    ...(view.state === "running" ? ["a process waits for it"] : []),
    ...(view.state === "broken-off" ? ["its process broke off"] : []),
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
