import { asSchema } from "ai";
import type { Request } from "@polyglav/permissions";
import type { Agent } from "./agent.ts";
import { type Result, cancelled, error, failure } from "./call-result.ts";
import { describeCall } from "./call-summary.ts";
import type { ToolCall } from "./model-step.ts";
import type { AgentTool } from "./tool-list.ts";

/** A call that is ready for the gate, or its answer where it cannot get there. */
export type Prepared =
  | {
      readonly ok: true;
      readonly tool: AgentTool;
      readonly input: unknown;
      readonly request: Request;
      readonly summary: string;
    }
  | { readonly ok: false; readonly result: Result; readonly summary: string };

/** Everything that can be settled before the gate: is there such a tool, does its input fit, what would it do. */
export async function prepareCall(
  call: ToolCall,
  agent: Agent,
  tools: ReadonlyMap<string, AgentTool>,
): Promise<Prepared> {
  const summary = describeCall(call.tool, call.input);
  const refuse = (result: Result): Prepared => ({ ok: false, result, summary });
  if (agent.signal.aborted) return refuse(cancelled());

  const tool = tools.get(call.tool);
  if (tool === undefined) {
    return refuse(error(`there is no tool "${call.tool}". Tools: ${[...tools.keys()].join(", ")}`));
  }
  if (typeof call.input === "string")
    return refuse(error(`the arguments of ${call.tool} are not valid JSON: ${call.input.slice(0, 200)}`));
  const read = await readInput(tool, call.input);
  if (!read.ok) return refuse(error(`the arguments of ${call.tool} do not fit: ${read.message}`));
  try {
    const request = await tool.request(read.value);
    return { ok: true, tool, input: read.value, request, summary: request.summary ?? summary };
  } catch (cause) {
    return refuse(failure(cause));
  }
}

async function readInput(
  tool: AgentTool,
  input: unknown,
): Promise<{ readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }> {
  const schema = asSchema(tool.inputSchema);
  if (schema.validate === undefined) return { ok: true, value: input };
  const result = await schema.validate(input);
  return result.success ? { ok: true, value: result.value } : { ok: false, message: result.error.message };
}
