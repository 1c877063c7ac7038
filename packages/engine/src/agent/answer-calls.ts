import type { ToolResultPart } from "ai";
import type { Agent, Tree } from "./agent.ts";
import { type Result, cancelled, failure } from "./call-result.ts";
import { carryOut } from "./carry-out.ts";
import type { Hindrance } from "./hindrance.ts";
import type { ToolCall } from "../model/model-step.ts";
import { prepareCall } from "./prepare-call.ts";
import type { AgentTools } from "./tool-list.ts";

/** The answer to one tool call: what the model reads, and what hindered it if it was not carried out. */
export interface CallAnswer {
  readonly part: ToolResultPart;
  readonly hindrance: Hindrance | undefined;
}

/**
 * Answers the tool calls of one step. Every call gets an answer, whatever happens, in the order of the model.
 * Delegations that stand side by side run side by side; all others wait for the call before them.
 */
export async function answerCalls(
  calls: readonly ToolCall[],
  agent: Agent,
  tree: Tree,
  tools: AgentTools,
): Promise<readonly CallAnswer[]> {
  const answers: CallAnswer[] = [];
  for (const group of groups(calls, tools)) {
    answers.push(...(await Promise.all(group.map((call) => answerCall(call, agent, tree, tools)))));
  }
  return answers;
}

function groups(calls: readonly ToolCall[], tools: AgentTools): readonly (readonly ToolCall[])[] {
  const found: ToolCall[][] = [];
  let open = false;
  for (const call of calls) {
    const delegation = tools.get(call.tool)?.kind === "delegation";
    const last = found.at(-1);
    if (delegation && open && last !== undefined) last.push(call);
    else found.push([call]);
    open = delegation;
  }
  return found;
}

/** Answers one call. Never rejects: a call that fails in a way nobody thought of must not leave its siblings behind. */
async function answerCall(call: ToolCall, agent: Agent, tree: Tree, tools: AgentTools): Promise<CallAnswer> {
  const started = tree.clock.now();
  const prepared = await prepareCall(call, tools);
  const { call: id, tool, input } = call;
  const { summary } = prepared;
  tree.journal.record(agent.speaker, { kind: "tool.called", call: id, tool, input, summary });
  const result = prepared.ok ? await settle(() => carryOut(prepared, call, agent, tree), agent) : prepared.result;
  const { status, output, hindrance } = result;
  if (status === "denied") {
    tree.denials.push({ run: agent.speaker.run, role: agent.role, tool, summary, reason: output });
  }
  const ms = tree.clock.now() - started;
  tree.journal.record(agent.speaker, { kind: "tool.done", call: id, tool, status, output, ms });
  const type = status === "ok" ? "text" : "error-text";
  return {
    part: { type: "tool-result", toolCallId: id, toolName: tool, output: { type, value: output } },
    hindrance,
  };
}

async function settle(carry: () => Promise<Result>, agent: Agent): Promise<Result> {
  if (agent.signal.aborted) return cancelled();
  try {
    return await carry();
  } catch (cause) {
    return failure(cause);
  }
}
