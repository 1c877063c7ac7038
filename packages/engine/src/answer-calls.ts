import type { ToolResultPart } from "ai";
import type { Agent, Tree } from "./agent.ts";
import { carryOut } from "./carry-out.ts";
import type { ToolCall } from "./model-step.ts";
import { prepareCall } from "./prepare-call.ts";
import type { AgentTool } from "./tool-list.ts";

/** The answer to one tool call: what the model reads, and the kind of refusal if it was one. */
export interface CallAnswer {
  readonly part: ToolResultPart;
  readonly refusal: string | undefined;
}

/**
 * Answers the tool calls of one step. Every call gets an answer, whatever happens, in the order of the model. Delegations
 * that stand side by side run side by side; all others wait for the call before them.
 */
export async function answerCalls(
  calls: readonly ToolCall[],
  agent: Agent,
  tree: Tree,
  tools: ReadonlyMap<string, AgentTool>,
): Promise<readonly CallAnswer[]> {
  const answers: CallAnswer[] = [];
  for (const group of groups(calls, tools)) {
    answers.push(...(await Promise.all(group.map((call) => answerCall(call, agent, tree, tools)))));
  }
  return answers;
}

function groups(calls: readonly ToolCall[], tools: ReadonlyMap<string, AgentTool>): readonly (readonly ToolCall[])[] {
  const found: ToolCall[][] = [];
  let open = false;
  for (const call of calls) {
    const delegation = tools.get(call.tool)?.delegation === true;
    const last = found.at(-1);
    if (delegation && open && last !== undefined) last.push(call);
    else found.push([call]);
    open = delegation;
  }
  return found;
}

async function answerCall(
  call: ToolCall,
  agent: Agent,
  tree: Tree,
  tools: ReadonlyMap<string, AgentTool>,
): Promise<CallAnswer> {
  const started = tree.clock.now();
  const prepared = await prepareCall(call, agent, tools);
  const { summary } = prepared;
  tree.journal.record(agent.speaker, {
    kind: "tool.called",
    call: call.call,
    tool: call.tool,
    input: call.input,
    summary,
  });
  const result = prepared.ok ? await carryOut(prepared, call, agent, tree) : prepared.result;
  tree.journal.record(agent.speaker, {
    kind: "tool.done",
    call: call.call,
    tool: call.tool,
    status: result.status,
    output: result.output,
    ms: tree.clock.now() - started,
  });
  const type = result.status === "ok" ? "text" : "error-text";
  return {
    part: { type: "tool-result", toolCallId: call.call, toolName: call.tool, output: { type, value: result.output } },
    refusal: result.refusal,
  };
}
