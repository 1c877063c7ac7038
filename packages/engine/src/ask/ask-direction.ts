import { OVER } from "../clock.ts";
import type { Agent, Tree } from "../agent/agent.ts";
import { endUnanswered } from "../agent/carry-out.ts";
import type { OpenQuestion } from "../log/run-state.ts";
import { answerKey } from "../log/fold.ts";
import type { Question } from "../ports.ts";
import { askLeader } from "./consult.ts";
import { hear } from "./hear.ts";

/** A question about the direction of the work. */
export interface Direction {
  readonly call: string;
  readonly question: string;
  readonly context: string | undefined;
  readonly options: readonly string[];
  /** Who is to answer, where the model says so. */
  readonly target: "human" | "caller" | undefined;
}

/**
 * Asks for a decision in words: the one who delegated where the policy or the model says so and it knows, else the
 * operator. Where the operator is not there, it waits in the log if that is wanted; otherwise nobody is asked.
 */
export async function askDirection(asked: Direction, agent: Agent, tree: Tree, signal: AbortSignal): Promise<string> {
  const key = answerKey(agent.state.run, asked.call);
  const given = tree.state.answers.get(key);
  if (given !== undefined) return orNothing(given);
  // A model may choose between those who may be asked. What is routed to a human no model answers.
  const { direction } = agent.policy;
  if (direction === "deny") throw new Error(`questions are not answered here. ${GO_ON}`);
  const route = direction === "human" ? direction : (asked.target ?? direction);

  const leader = route === "human" ? undefined : agent.parent;
  const byOperator = tree.operator?.direct !== undefined || tree.onAsk === "park";
  // As at the gate: where nobody can be asked, nothing is asked.
  if (leader === undefined && !byOperator) {
    endUnanswered("a question has nobody to answer it", tree);
    throw new Error(`nobody is there to answer. ${GO_ON}`);
  }

  const open = openQuestion(asked.call, agent, tree);
  const ask = open?.ask ?? raise(asked, leader, agent, tree);
  tree.journal.announce(agent.speaker, ask);
  // After a restart, a caller is asked again that had not answered; one that has passed it on is not.
  if (leader !== undefined && tree.state.questions.get(ask)?.to !== "operator") {
    const { question, context, options } = asked;
    const text = await askLeader(leader, tree, { ask, from: agent, question, context, options, signal });
    // Who answers by letter meanwhile has the last word.
    const byLetter = tree.state.answers.get(key);
    if (byLetter !== undefined) return orNothing(byLetter);
    if (text !== undefined) return close(ask, text, { id: leader.state.run }, agent, tree);
  }
  const answer = signal.aborted ? undefined : await askOperator(ask, asked, agent, tree, signal);
  const known = tree.state.answers.get(key);
  if (known !== undefined) return orNothing(known);
  if (answer !== undefined) return close(ask, answer, "operator", agent, tree);
  if (tree.state.questions.has(ask)) {
    const end = signal.aborted ? "cancelled" : "no-approver";
    tree.journal.record(agent.speaker, { kind: "ask.answered", ask, answer: end });
  }
  throw new Error(`there was no answer. ${GO_ON}`);
}

/** What was said; nothing is said by an empty text. */
function orNothing(text: string): string {
  if (text.trim() !== "") return text;
  throw new Error(`there was no answer. ${GO_ON}`);
}

const GO_ON = "Decide yourself, say what you assumed, and go on";

function openQuestion(call: string, { state }: Agent, tree: Tree): OpenQuestion | undefined {
  return [...tree.state.questions.values()].find((one) => one.run === state.run && one.call === call);
}

function raise(
  { call, question, context, options }: Direction,
  leader: Agent | undefined,
  agent: Agent,
  tree: Tree,
): string {
  const ask = tree.journal.newAskId();
  tree.journal.record(agent.speaker, {
    ...{ kind: "ask.raised", ask, call, role: agent.role, question, options },
    to: leader === undefined ? "operator" : { id: leader.state.run },
    ...(context !== undefined && { context }),
  });
  return ask;
}

function close(ask: string, text: string, by: "operator" | { readonly id: string }, agent: Agent, tree: Tree): string {
  tree.journal.record(agent.speaker, { kind: "ask.answered", ask, answer: "answered", text, by });
  return text;
}

/** Gives what the operator says, or `undefined`; an answer that came by letter is in the state then. */
async function askOperator(
  ask: string,
  { question, context, options }: Direction,
  agent: Agent,
  tree: Tree,
  signal: AbortSignal,
): Promise<string | undefined> {
  const direct = tree.operator?.direct;
  if (direct === undefined) {
    if (tree.onAsk !== "park") {
      endUnanswered("a question has nobody to answer it", tree);
      return undefined;
    }
    // First the wait: an answer that comes while the question is made safe must find somebody.
    const woken = tree.scheduler.waitFor(ask, signal);
    await tree.journal.commit();
    await woken;
    return undefined;
  }
  const about = context === undefined ? {} : { context };
  const asked: Question = { id: ask, role: agent.role, question, options, ...about };
  const stop = new AbortController();
  tree.replies.set(ask, () => {
    stop.abort(OVER);
  });
  try {
    const answer: unknown = await hear((inner) => direct(asked, inner), AbortSignal.any([signal, stop.signal]));
    return typeof answer !== "string" || answer.trim() === "" ? undefined : answer;
  } finally {
    tree.replies.delete(ask);
  }
}
