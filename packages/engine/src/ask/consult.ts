import type { Ask, Operator } from "@polyglav/permissions/gate";
import type { Agent, Tree } from "../agent/agent.ts";
import { isPassedOn } from "./passed-on.ts";
import { requestAside } from "../agent/request-step.ts";

/**
 * Who answers for an agent that waits for somebody below it: its own model, in one separate call that is logged and
 * paid for like any other, and that sees the question, the task and nothing else. What it may say yes to was settled
 * before it is asked.
 */
export function inboxOf(leader: Agent, tree: Tree): Operator {
  return {
    answer: async (ask, signal) => {
      const text = await requestAside(leader, tree, {
        ask: ask.id,
        instructions: PERMISSION,
        text: permissionText(ask, leader, tree),
        signal,
      });
      if (text !== undefined && isYes(text)) return { say: "once" };
      return { say: "deny", because: text === undefined ? "no answer" : shortened(text) };
    },
  };
}

/** Only a plain yes is a yes: the word alone at the beginning, and nothing behind it that takes it back or asks. */
function isYes(text: string): boolean {
  const [line = ""] = text.trim().split("\n");
  const isPlain = /^[-*_>"'`\s]*(?:yes|y|approved)[*_"'`]*(?:$|[.,;:!\s])/i.test(line);
  return isPlain && !/[?/]|\b(?:or|no|not|never|but|deny|denied|unless|if|cannot)\b|n't\b/i.test(line);
}

/** Answers a question of direction for somebody below; `undefined` where it is handed on to the operator. */
export async function askLeader(
  leader: Agent,
  tree: Tree,
  { ask, from, question, context, options, signal }: LeaderQuestion,
): Promise<string | undefined> {
  const text = await requestAside(leader, tree, {
    ask,
    instructions: DIRECTION,
    text: [
      `Sub-agent: ${from.role}`,
      `Its task:\n${from.state.started.task.slice(0, MOST_TASK)}`,
      `Question: ${question}`,
      ...(context === undefined ? [] : [`Context: ${context}`]),
      ...(options.length === 0 ? [] : [`Options: ${options.join(" / ")}`]),
      `Your own task:\n${leader.state.started.task.slice(0, MOST_TASK)}`,
    ].join("\n\n"),
    signal,
  });
  return text === undefined || isPassedOn(text) ? undefined : text.trim();
}

export interface LeaderQuestion {
  readonly ask: string;
  readonly from: Agent;
  readonly question: string;
  readonly context: string | undefined;
  readonly options: readonly string[];
  readonly signal: AbortSignal;
}

const MOST_TASK = 500;

const PERMISSION =
  "A sub-agent of yours wants to make a call for which it needs leave, and you may give it. Decide whether the call is needed for its task and harmless. Answer YES alone, or NO and the reason.";
const DIRECTION =
  "A sub-agent of yours has a question. Decide and answer briefly. If only the operator can know the answer, say PASS and nothing else.";

function permissionText({ request, role, holder, question }: Ask, leader: Agent, tree: Tree): string {
  const task = tree.state.agents.get(holder)?.started.task ?? "";
  return [
    `Sub-agent: ${role ?? holder}`,
    `Its task:\n${task.slice(0, MOST_TASK)}`,
    `The call: ${request.summary ?? request.tool ?? ""}\n${request.actions.map(({ category, resource }) => `${category}: ${resource.join(" ")}`).join("\n")}`,
    ...(question === undefined ? [] : [`It says: ${question}`]),
    `Your own task:\n${leader.state.started.task.slice(0, MOST_TASK)}`,
  ].join("\n\n");
}

const shortened = (text: string): string => text.trim().replace(/\s+/g, " ").slice(0, 200);
