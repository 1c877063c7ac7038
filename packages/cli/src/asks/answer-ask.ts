import { answerAsk, type AnswerEnd, type AskAnswer, readRun, type RunStore } from "@polyglav/engine";
import type { Output } from "../command.ts";
import { CommandError, usageError } from "../command-error.ts";
import type { ExitName } from "../exit-codes.ts";
import { resumeCommand, tailOf, waitingData, waitingLines } from "../run/commands-to.ts";
import { gateFiles } from "../run/gate-files.ts";
import type { Conduct } from "../run/order.ts";
import { goOnWith, prepareToGoOn, type Ready, refuseUntrusted, resumeRun, sessionOf } from "../run/resume.ts";
import { waitingFault } from "../run/run-output.ts";
import { runStore, withStore } from "../runs/store.ts";
import type { Session } from "../session.ts";
import { askedFor } from "../view/open-ask.ts";
import { visibleLine } from "../visible.ts";
import { answerOf, type WrittenAnswer } from "./answer-of.ts";
import { allAsks, findAsk, type FoundAsk, nameOf } from "./find-ask.ts";

/** What is answered, how, and whether its run goes on here. */
export interface AnswerOrder {
  readonly id: string | undefined;
  readonly answer: WrittenAnswer;
  readonly goOn: boolean;
  readonly conduct: Conduct;
}

/**
 * Answers an open ask as the operator. Where no process works on its run, the answer goes into the log and the run goes
 * on here, as far as nothing else keeps it waiting.
 */
export async function answer(order: AnswerOrder, session: Session): Promise<Output> {
  const store = runStore(session, order.conduct.durability);
  const open = await allAsks(store);
  const found = findAsk(order.id, open);
  const name = nameOf(found, open);
  const said = answerOf(order.answer, found.ask, name);
  const what = `Cannot answer "${name}"`;
  const { run, ask } = found.ask;
  // Looked at first: an answer that is given cannot be given again, and a run that cannot go on should have none.
  const isHeld = found.view.holder !== undefined;
  const ready = isHeld || !order.goOn ? undefined : await prepareToGoOn(found.view, order.conduct, what, session);
  if (ready === undefined) await refuseUntrusted(found.view, what, await sessionOf(found.view, what, session));
  const became = await withStore(() => answerAsk({ run, ask, answer: said }, { store, ...gateFiles(session) }));
  const told = { run, ask, answer: said.say, became };
  if (became !== "resolved" && became !== "posted") throw refusal(became, name);
  if (became === "posted" || isHeld) return postedOutput(told, name, found);
  return goOn(order, { told, name, found, said, store, ready }, session);
}

interface Told {
  readonly run: string;
  readonly ask: string;
  readonly answer: string;
  readonly became: AnswerEnd;
}

function postedOutput(told: Told, name: string, { view }: FoundAsk): Output {
  const { pid } = view.holder ?? {};
  const who = pid === undefined ? "the process that works on the run" : `process ${pid}`;
  return {
    data: told,
    lines: [
      [
        `Left the answer for ${who}: ${visibleLine(name)} is answered with ${told.answer}. See what comes of it with: polyglav runs tail -f ${told.run}`,
      ],
    ],
  };
}

interface Answered {
  readonly told: Told;
  readonly name: string;
  readonly found: FoundAsk;
  readonly said: AskAnswer;
  readonly store: RunStore;
  readonly ready: Ready | undefined;
}

async function goOn(order: AnswerOrder, answered: Answered, session: Session): Promise<Output> {
  const { told, name, found, said, store, ready } = answered;
  const { run } = told;
  const tail = tailOf(session, found.view, order.conduct.fakeModel);
  const words = said.say === "text" ? `"${said.text}"` : said.say;
  const line = `Answered ${name}, ${askedFor(found.ask)}: ${words}`;
  const left = (await withStore(() => readRun(store, run)))?.asks ?? [];
  if (order.goOn && left.length === 0) {
    if (session.format !== "ndjson" && session.detail !== "quiet") await session.say([[visibleLine(line)]]);
    const output = await answeredOutput(resumeCommand(run, tail), () =>
      ready === undefined ? resumeRun(run, order.conduct, { store, session }) : goOnWith(ready, store),
    );
    return { ...output, data: { ...output.data, answered: told } };
  }
  if (left.length === 0) {
    const next = resumeCommand(run, tail);
    return { data: { ...told, resume: next }, lines: [[visibleLine(line)], [["dim", `Go on with: ${next}`]]] };
  }
  const waiting = waitingData(run, left, tail);
  const lines = [[visibleLine(line)], ...waitingLines(run, left, tail, session)];
  return order.goOn
    ? { data: { ...told, waiting }, lines, exit: "waiting", fault: waitingFault(left.length) }
    : { data: { ...told, waiting }, lines };
}

/** The answer is kept, whatever comes then: a refusal to go on says how that is tried again. */
async function answeredOutput(again: string, act: () => Promise<Output>): Promise<Output> {
  const kept = (hint: string | undefined): string =>
    `${hint === undefined ? "" : `${hint}. `}The answer is kept; go on with: ${again}`;
  try {
    const output = await act();
    const { data, fault } = output;
    const isRefused = "outcome" in data && data.outcome === "refused";
    return fault === undefined || !isRefused ? output : { ...output, fault: { ...fault, hint: kept(fault.hint) } };
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause;
    const { message, code, exit, hint, details } = cause;
    throw new CommandError(message, { code, exit, hint: kept(hint), details, cause });
  }
}

/** Says why an answer changed nothing. */
function refusal(became: Exclude<AnswerEnd, "resolved" | "posted">, name: string): CommandError {
  const [state, exit, hint] = REFUSALS[became];
  if (exit === "usage" && became === "not-offered") return usageError(`Cannot answer "${name}": ${state}`, hint);
  return new CommandError(`Cannot answer "${name}": ${state}`, { code: "POLYGLAV_NOT_ANSWERED", exit, hint });
}

const REFUSALS: Readonly<
  Record<Exclude<AnswerEnd, "resolved" | "posted">, readonly [state: string, exit: ExitName, hint: string]>
> = {
  unknown: ["it is not open any more: it was answered, or given up", "usage", "See what is with: polyglav asks list"],
  changed: ["what is asked has changed since", "usage", "Look at it again with: polyglav asks list"],
  expired: ["its time has run out, and it counts as refused", "usage", "Go on without it: polyglav runs list"],
  "not-offered": ["this answer is not offered there", "usage", "See which are with: polyglav asks show"],
  "not-yours": ["it is for somebody else", "denied", "See for whom with: polyglav asks show"],
  "above-your-ceiling": ["nobody here may allow all of it", "denied", "See why with: polyglav asks show"],
};
