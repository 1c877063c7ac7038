import { type AnswerResult, type GateEvent, type GrantStore, createGate } from "@polyglav/permissions/gate";
import { gateBooks, holderOfAsk } from "../ask/gate-books.ts";
import { endChild, endOpen } from "../log/end-agents.ts";
import type { Journal } from "../log/journal.ts";
import { type AgentState, type RunState, speakerOf } from "../log/run-state.ts";
import type { Clock } from "../ports.ts";
import type { AskAnswer, Wish } from "./letter.ts";
import { runEnd } from "./run-end.ts";

/** What is needed to do what somebody wants of a run that no process works on. */
export interface OfflineDeps {
  readonly project?: GrantStore | undefined;
  readonly audit?: ((event: GateEvent) => void) | undefined;
  readonly clock: Clock;
}

/** What came of it: as for an answer, or `cancelled`, or `ended` where there was nothing left to stop. */
export type Granted = AnswerResult | "cancelled" | "ended";

/** Does what somebody wants of a run that no process works on: in its log, where the next process finds it. */
export async function grantWish(wish: Wish, journal: Journal, deps: OfflineDeps): Promise<Granted> {
  if (journal.state.end !== undefined) return wish.do === "cancel" ? "ended" : "unknown";
  // A process that died said nothing: from here on nobody works on the run, and the time until now was not worked.
  const { state } = journal;
  if (!state.parked) journal.record({ run: state.run }, { kind: "run.parked", asks: [], offline: true });
  return wish.do === "cancel" ? cancel(wish, journal) : answer(wish.ask, wish.answer, journal, deps);
}

async function answer(
  ask: string,
  given: AskAnswer,
  journal: Journal,
  { project, audit, clock }: OfflineDeps,
): Promise<AnswerResult> {
  const { state } = journal;
  const question = state.questions.get(ask);
  const holder = holderOfAsk(ask, state.gate);
  if (given.say === "text") {
    if (question === undefined) return holder === undefined ? "unknown" : "not-offered";
    const answered = { kind: "ask.answered", ask, answer: "answered", text: given.text, by: "operator" } as const;
    journal.record(speakerOf(question.run, state), answered);
    return "resolved";
  }
  if (question !== undefined) return "not-offered";
  // Nobody is left to use the answer of one whose agent has ended.
  if (holder === undefined || !state.agents.has(holder)) return "unknown";
  const store = gateBooks(journal, (run) => speakerOf(run, state));
  return createGate({ operator: undefined, store, project, clock, onEvent: audit }).answer(ask, given, "operator");
}

async function cancel(wish: Cancel, journal: Journal): Promise<"cancelled" | "ended"> {
  const { why } = wish;
  const { state } = journal;
  const root = state.agents.get(state.run);
  if (root === undefined || !state.agents.has(wish.run ?? state.run)) return "ended";
  const meant = cancelledBy(wish, state);
  for (const agent of meant) journal.record(speakerOf(agent.run, state), { kind: "run.cancelled", why });
  for (const agent of meant) {
    endOpen(agent, journal);
    if (agent !== root) endChild(agent, { status: "cancelled", content: agent.said }, journal);
  }
  if (meant.includes(root)) {
    const outcome = { status: "cancelled", content: root.said } as const;
    const { denials, bill } = state;
    await journal.end({ run: root.run }, () =>
      runEnd({ outcome, denials, onDenials: state.order.denials, usage: root.subtree, bill }),
    );
  }
  return "cancelled";
}

/** The agents that a cancellation is about: one with all below it, or those below it that somebody waits for. */
export function cancelledBy({ run, scope }: Pick<Cancel, "run" | "scope">, state: RunState): readonly AgentState[] {
  const top = state.agents.get(run ?? state.run);
  if (top === undefined || scope === "all") return top === undefined ? [] : [top];
  return [...state.agents.values()].filter(({ parent, background }) => parent === top.run && !background);
}

type Cancel = Extract<Wish, { readonly do: "cancel" }>;
