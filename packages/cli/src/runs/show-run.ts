import {
  type AgentLimits,
  fold,
  type OpenAsk,
  readRun,
  readRunLog,
  type RunEnd,
  type RunState,
  type RunView,
} from "@polyglav/engine";
import type { Output } from "../command.ts";
import { notFound } from "../not-found.ts";
import type { Line } from "../line.ts";
import { recalled, resumeCommand, tailOf, waitingData } from "../run/commands-to.ts";
import { displayRecall } from "../run/recall.ts";
import type { Session } from "../session.ts";
import { displayAge, displayDate, displayTime, displayUsage } from "../view/amounts.ts";
import { openAskLines } from "../view/open-ask.ts";
import { visible, visibleLine } from "../visible.ts";
import { findRun } from "./find-run.ts";
import { displayState } from "./run-state.ts";
import { fromLog, runStore, withRun } from "./store.ts";

/** Shows everything of one run in words. */
export async function showRun(written: string, session: Session): Promise<Output> {
  const store = runStore(session);
  const run = await findRun(written, store);
  const view = await withRun(run, () => readRun(store, run));
  const entries = await withRun(run, () => readRunLog(store, run));
  if (view === undefined || entries === undefined) throw notFound({ one: "run", list: "polyglav runs list" }, run, []);
  return fromLog(run, () => {
    const state = fold(entries);
    const tail = tailOf(session, view);
    return { data: dataOf(view, state, tail), lines: linesOf(view, state, tail, session) };
  });
}

function dataOf(view: RunView, state: RunState, tail: string): object {
  const { run, role, model, task, end, usage, asks, holder, began, changed } = view;
  return {
    ...{ run, state: view.state, role, model, task, usage },
    limits: state.started?.limits ?? {},
    order: state.order,
    denials: state.denials,
    asks,
    ...(asks.length === 0 ? {} : { waiting: waitingData(run, asks, tail) }),
    agents: agentsIn(state),
    ...(holder === undefined ? {} : { holder }),
    began: new Date(began).toISOString(),
    changed: new Date(changed).toISOString(),
    ...(end === undefined ? {} : { end }),
  };
}

function linesOf(view: RunView, state: RunState, tail: string, session: Session): readonly Line[] {
  const { run, role, model, task, usage, asks, holder, began, changed } = view;
  const now = session.world.now();
  const begun = displayRecall(recalled(view, session));
  const { onAsk, unfinished } = state.order;
  return [
    [["name", visibleLine(run)], "  ", displayState(view)],
    field("role", role),
    field("model", model),
    field("began", `${displayDate(began)} (${displayAge(now - began)}), last changed ${displayAge(now - changed)}`),
    ...(holder === undefined ? [] : [field("held by", holderWords(holder))]),
    field(
      "usage",
      `${displayUsage(usage)}, ${counted(usage.calls, "model call")}, ${counted(agentsIn(state), "agent")}`,
    ),
    field("limits", displayLimits(state.started?.limits)),
    field("on ask", `${onAsk}${unfinished === "wait" ? "" : `; ${unfinished} with agents in the background`}`),
    ...(begun === undefined ? [] : [field("begun", `with ${begun}`)]),
    ...textLines("task", task),
    ...denialLines(state),
    ...askLines(asks, tail, session),
    ...endLines(view, tail),
  ];
}

/** Of a run that has ended, the root is in neither list. */
const agentsIn = ({ agents, ended, end }: RunState): number => agents.size + ended.size + (end === undefined ? 0 : 1);

const field = (name: string, value: string): Line => [`  ${name.padEnd(9)} `, visibleLine(value)];
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

function holderWords({ pid, host }: NonNullable<RunView["holder"]>): string {
  return `${pid === undefined ? "another process" : `process ${pid}`}${host === undefined ? "" : ` on ${host}`}`;
}

/** Shows limits by the flags that set them. */
function displayLimits(limits: AgentLimits | undefined): string {
  if (limits === undefined) return "(none)";
  const { steps, depth, agents, ms, tokens, cost, calls } = limits;
  return [
    counted(steps, "turn"),
    `depth ${depth}`,
    `${counted(agents, "agent")} below it`,
    ...(ms === undefined ? [] : [displayTime(ms)]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(cost === undefined ? [] : [`$${cost.toFixed(2)}`]),
    ...(calls === undefined ? [] : [counted(calls, "model call")]),
  ].join(", ");
}

function textLines(name: string, text: string): readonly Line[] {
  const shown = visible(text.trimEnd()).split("\n");
  return shown.map((line, index): Line => [`  ${(index === 0 ? name : "").padEnd(9)} `, line]);
}

function denialLines({ denials }: RunState): readonly Line[] {
  return denials.map(({ role, summary, reason }, index): Line => [
    `  ${(index === 0 ? "denied" : "").padEnd(9)} `,
    ["bad", "✗ "],
    `${visibleLine(role)}: ${visibleLine(summary)}`,
    ["dim", ` — ${visibleLine(reason)}`],
  ]);
}

function askLines(asks: readonly OpenAsk[], tail: string, { viewpoint }: Session): readonly Line[] {
  return asks.length === 0
    ? []
    : [
        [["strong", `  ${counted(asks.length, "open ask")}`]],
        ...asks.flatMap((ask) => openAskLines(ask, tail, viewpoint)),
      ];
}

function endLines({ run, state, end }: RunView, tail: string): readonly Line[] {
  if (end === undefined) {
    return state === "running" || state === "waiting" ? [] : [field("go on", resumeCommand(run, tail))];
  }
  const { status, outcome, exitCode, content, error, bill = [] } = end;
  return [
    field("end", `${status === outcome ? status : `${status}, ${outcome}`} (exit code ${exitCode})`),
    ...(bill.length < 2 ? [] : billLines(bill)),
    ...(error === undefined ? [] : [field("error", `${error.message} (${error.code})`)]),
    ...(content === "" ? [] : textLines("answer", content)),
  ];
}

/** What a run used by role and model, where there were several. */
function billLines(bill: NonNullable<RunEnd["bill"]>): readonly Line[] {
  return bill.map(({ role, model, usage }, index): Line => [
    `  ${(index === 0 ? "bill" : "").padEnd(9)} `,
    ["name", visibleLine(role)],
    ` on ${visibleLine(model)}: ${displayUsage(usage)}, ${counted(usage.calls, "model call")}`,
  ]);
}
