import type { Ask } from "@polyglav/permissions/gate";
import type { Output } from "../command.ts";
import { titled } from "../help/command-help.ts";
import type { Line } from "../line.ts";
import { recalled, tailOf } from "../run/commands-to.ts";
import { displayRecall } from "../run/recall.ts";
import { fromLog, runStore } from "../runs/store.ts";
import type { Session } from "../session.ts";
import { whyAskedLines } from "../view/ask.ts";
import { displayAge, displayDate } from "../view/amounts.ts";
import { answerCommand, answersTo, askedFor, flagWords, shellWord } from "../view/open-ask.ts";
import { visible, visibleLine } from "../visible.ts";
import { allAsks, findAsk, type FoundAsk, nameOf } from "./find-ask.ts";

/** Shows an open ask with everything that a person has to know before the answer, and the answers that it takes. */
export async function showAsk(written: string | undefined, session: Session): Promise<Output> {
  const store = runStore(session);
  const open = await allAsks(store);
  const found = findAsk(written, open, "show");
  const name = nameOf(found, open);
  const tail = tailOf(session, found.view);
  const begun = displayRecall(recalled(found.view, session));
  const { ask, view } = found;
  return fromLog(view.run, () => ({
    data: {
      ...ask,
      at: new Date(ask.at).toISOString(),
      recall: view.recall,
      task: view.task,
      answer: answerCommand(ask, tail, name),
    },
    lines: [
      [
        ["warn", `? ${visibleLine(name)}`],
        "  ",
        ["name", visibleLine(ask.role)],
        ask.kind === "direction" ? " asks: " : " wants ",
        ["strong", askedFor(ask)],
        ask.details?.lift === "elevate" ? ", which its role denies" : "",
      ],
      ...detailLines(found, session),
      field("asked", `${displayDate(ask.at)} (${displayAge(session.world.now() - ask.at)})`),
      field("run", ask.by === ask.run ? ask.run : `${ask.by}, below ${ask.run}`),
      ...(begun === undefined ? [] : [field("begun", `with ${begun}`)]),
      field("task", view.task),
      ...answerLines(found, name, tail),
    ],
  }));
}

const field = (name: string, value: string): Line => [`  ${name.padEnd(9)} `, visibleLine(value)];

function detailLines({ ask }: FoundAsk, { viewpoint }: Session): readonly Line[] {
  const { context, details } = ask;
  if (details === undefined) {
    return context === undefined
      ? []
      : visible(context)
          .split("\n")
          .map((line): Line => [["dim", `  ${line}`]]);
  }
  return [...whyAskedLines(details, visibleLine(ask.role), viewpoint), ...factLines(details)];
}

function factLines({ chain, to, deadline, request }: Ask): readonly Line[] {
  return [
    field("as", chain.join(" › ")),
    ...(to === "operator" ? [] : [field("asked of", `${to.id}; the operator may answer, too`)]),
    ...(request.actions.length < 2 ? [] : [field("does", request.actions.map(({ category }) => category).join(", "))]),
    ...(deadline === undefined ? [] : [field("until", displayDate(deadline))]),
  ];
}

function answerLines({ ask }: FoundAsk, name: string, tail: string): readonly Line[] {
  const command = `polyglav asks answer ${shellWord(name)}`;
  const row = (answer: string, says = ""): readonly [string, string] => [
    visibleLine(`${command} ${answer}${tail}`),
    visibleLine(says),
  ];
  if (ask.kind === "direction") {
    const texts = (ask.options ?? []).map((option) => flagWords("--text", option));
    return titled("Answers", pairLines([...texts.map((text) => row(text)), row('--text "…"', "your own words")]));
  }
  const wider = ask.details?.wider ?? [];
  const standing = answersTo(ask).filter((word) => word !== "once" && word !== "deny");
  return titled(
    "Answers",
    pairLines([
      ...answersTo(ask).map((word) => row(word, MEANS[word])),
      ...standing
        .slice(0, 1)
        .flatMap((word) => wider.map(({ pattern, text }) => row(`${word} ${flagWords("--pattern", pattern)}`, text))),
    ]),
  );
}

/** Commands and what each says, below each other; a command is never broken, so that it can be copied. */
function pairLines(pairs: readonly (readonly [string, string])[]): readonly Line[] {
  const width = Math.max(...pairs.map(([command]) => command.length));
  return pairs.map(([command, says]): Line => [`  ${command.padEnd(width)}  `, ["dim", says]]);
}

const MEANS: Readonly<Record<string, string>> = {
  once: "this call, once",
  run: "this call, for the rest of the run",
  session: "this call, for 12 hours",
  project: "this call, in this project, for 30 days; see grants list",
  deny: 'no; --because "…" tells the model why',
};
