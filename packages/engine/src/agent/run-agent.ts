import { repairNote } from "./answer-schema.ts";
import { endOpen } from "../log/end-agents.ts";
import { WARNING_SHARE } from "../budget/limits.ts";
import type { LimitName, Notice } from "../log/log-entry.ts";
import { askTool } from "../ask/ask-tool.ts";
import { backgroundReport } from "../delegate/report.ts";
import { goOnWithChild, keepJob } from "../delegate/start-child.ts";
import { delegateTool } from "../delegate/delegate-tool.ts";
import { messageOf } from "../message-of.ts";
import type { Outcome } from "../run/outcome.ts";
import { stop, stopOf } from "../run/stop.ts";
import type { Agent, Tree } from "./agent.ts";
import { answerCalls, shelve } from "./answer-calls.ts";
import { artifactTool } from "./artifact-tool.ts";
import { elapsed, keepTime } from "./make-agent.ts";
import { limitReached, nextMove } from "./next-move.ts";
import { requestStep } from "./request-step.ts";
import { outcomeOfStop } from "./stopped.ts";
import type { AgentTool, AgentTools } from "./tool-list.ts";

/**
 * Carries an agent of the tree to its end: asks its model, answers the calls, until the model has said its last word or
 * something stops it. What it does next follows from its state alone, so it goes on from wherever a log ends. Never
 * throws: every way out is an outcome that keeps the last words, a fault of ours included.
 */
export async function runAgent(agent: Agent, tree: Tree): Promise<Outcome> {
  const letGo = keepTime(agent, tree);
  let outcome: Outcome;
  try {
    goOnInBackground(agent, tree);
    outcome = await work(agent, tree, toolsOf(agent, tree));
  } catch (cause) {
    const message = `Cannot go on: ${messageOf(cause)}`;
    outcome = { status: "error", content: agent.state.said, error: { code: "POLYGLAV_FAULT", message } };
  }
  letGo();
  await stopChildren(agent);
  agent.leave();
  // What an earlier process had begun, and this one did not come to.
  if (!isParked(agent)) endOpen(agent.state, tree.journal);
  tree.agents.delete(agent.state.run);
  // A yes that nobody used ends with the run that it was for; one that is parked is still to be used.
  if (!isParked(agent)) tree.gate.forget(agent.authority.id);
  return outcome;
}

async function work(agent: Agent, tree: Tree, tools: AgentTools): Promise<Outcome> {
  const { state, signal } = agent;
  for (;;) {
    if (signal.aborted) return outcomeOfStop(signal, state.said);
    const next = nextMove(state, state.started.limits);
    switch (next.move) {
      case "answer":
        await answerCalls(agent, tree, state.closed ? NONE : tools);
        break;
      case "request": {
        const end = await request(agent, tree, tools);
        if (end !== undefined) return end;
        break;
      }
      case "repair":
        tell(agent, tree, { text: repairNote(next.problem), about: { kind: "repair" } });
        break;
      case "wait": {
        if (tree.state.order.unfinished === "fail") return leftBehind(agent);
        const rest = tree.scheduler.rest();
        agent.wake = rest.wake;
        await rest.woken;
        agent.wake = undefined;
        break;
      }
      case "end":
        return next.outcome;
    }
  }
}

const NONE: AgentTools = new Map();

/** Asks the model once; gives the end where there is nothing to ask it for any more. */
async function request(agent: Agent, tree: Tree, tools: AgentTools): Promise<Outcome | undefined> {
  const { state, signal } = agent;
  tree.catalog = tree.catalogNow();
  await tellNews(agent, tree);
  const result = await requestStep(agent, tree, tools);
  if (result.ok) return undefined;
  if (signal.aborted) return outcomeOfStop(signal, result.text === "" ? state.said : result.text);
  if (result.limit === undefined) {
    const content = result.text.trim() === "" ? state.said : result.text;
    return { status: "error", content, error: result.error };
  }
  // What is left is kept for one more answer. When that cannot be had either, it ends with what there is.
  if (state.closing !== undefined || result.most === 0) return limitReached(state.said, result.limit, result.most);
  tell(agent, tree, { text: fullNote(result.limit), about: { kind: "budget", limit: result.limit, level: "full" } });
  return undefined;
}

/** Tells the model what happened since its last step: limits that come near, children in the background that ended. */
async function tellNews(agent: Agent, tree: Tree): Promise<void> {
  const { state } = agent;
  const { ms } = state.started.limits;
  if (ms !== undefined && !state.told.has("ms") && elapsed(agent, tree) >= ms * WARNING_SHARE) {
    tree.journal.record(agent.speaker, {
      ...{ kind: "budget.reached", limit: "ms", level: "warning" },
      used: elapsed(agent, tree),
      most: ms,
    });
  }
  for (const limit of [...state.near]) {
    tell(agent, tree, { text: nearNote(limit), about: { kind: "budget", limit, level: "warning" } });
  }
  for (const [child, { role, outcome }] of [...state.untold]) {
    const { output: text, artifact } = await shelve(backgroundReport(role, child, outcome), tree);
    tell(agent, tree, { text, about: { kind: "child", child, ...(artifact !== undefined && { artifact }) } });
  }
}

function tell(agent: Agent, tree: Tree, message: { readonly text: string; readonly about: Notice }): void {
  tree.journal.record(agent.speaker, { kind: "message.added", ...message });
}

const nearNote = (limit: LimitName): string =>
  `[budget] More than 80 % of your ${LIMIT_WORDS[limit]} are used. Come to an end soon.`;
const fullNote = (limit: LimitName): string =>
  `[budget] Your ${LIMIT_WORDS[limit]} are used up. This is your last turn, without tools: say what you have found and done, and what is left.`;

const LIMIT_WORDS: Readonly<Record<LimitName, string>> = {
  steps: "steps",
  tokens: "tokens",
  cost: "money",
  calls: "model calls",
  ms: "time",
  agents: "agents",
  depth: "delegations",
};

/** Its caller is through, and nobody is to wait: children that go on would work for nobody. */
function leftBehind(agent: Agent): Outcome {
  const { state } = agent;
  const message = `Cannot end: ${state.running.size} of its sub-agents still run in the background`;
  return { status: "error", content: state.said, error: { code: "POLYGLAV_UNFINISHED", message } };
}

/** What still runs below an agent that has ended is stopped; the end of each is in the log before its own. */
async function stopChildren(agent: Agent): Promise<void> {
  if (agent.jobs.size === 0) return;
  agent.stopper.abort(agent.signal.reason ?? stop({ kind: "left" }));
  await Promise.all(agent.jobs.values());
}

/** After a restart: children in the background that an earlier process had started. */
function goOnInBackground(agent: Agent, tree: Tree): void {
  for (const run of agent.state.running) {
    const child = tree.state.agents.get(run);
    if (child !== undefined && !agent.jobs.has(run)) keepJob(run, goOnWithChild(child, agent, tree), agent, tree);
  }
}

const isParked = ({ signal }: Agent): boolean => signal.aborted && stopOf(signal).kind === "parked";

function toolsOf(agent: Agent, tree: Tree): AgentTools {
  const tools = new Map([...tree.tools].map(([name, tool]): [string, AgentTool] => [name, { tool, kind: "world" }]));
  tools.set("delegate", delegateTool(agent, tree));
  tools.set("ask", askTool(agent, tree, tools));
  tools.set("artifact", artifactTool(agent, tree));
  return tools;
}
