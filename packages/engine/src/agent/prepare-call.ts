import type { Request } from "@polyglav/permissions";
import { asSchema } from "@ai-sdk/provider-utils";
import { z } from "zod";
import type { ToolCall } from "../model/message.ts";
import { describeBadInput } from "../model/repair.ts";
import type { EngineTool } from "../ports.ts";
import { type Result, error, failure } from "./call-result.ts";
import { describeCall } from "./call-summary.ts";
import type { AgentTool, AgentTools } from "./tool-list.ts";

/** A call that is ready for the gate, or its answer where it cannot get there. */
export type Prepared =
  | {
      readonly ok: true;
      readonly of: AgentTool;
      readonly input: unknown;
      readonly request: Request;
      readonly summary: string;
    }
  | { readonly ok: false; readonly result: Result; readonly summary: string };

/** Everything that can be settled before the gate: is there such a tool, does its input fit, what would it do. */
export async function prepareCall(call: ToolCall, tools: AgentTools): Promise<Prepared> {
  const summary = describeCall(call.tool, call.input);
  const stop = (result: Result): Prepared => ({ ok: false, result, summary });

  const of = tools.get(call.tool);
  if (of === undefined) {
    const names = [...tools].flatMap(([name, { kind }]) => (kind === "own" ? [] : [name]));
    return stop(error(`there is no tool "${call.tool}". Tools: ${names.join(", ")}`));
  }
  if (typeof call.input === "string") return stop(error(describeBadInput(call.tool, call.input)));
  try {
    const read = await readInput(of.tool, call.input);
    if (!read.ok) return stop(error(`the arguments of ${call.tool} do not fit: ${read.message}`));
    const request = await of.tool.request(read.value);
    return { ok: true, of, input: read.value, request, summary: request.summary ?? summary };
  } catch (cause) {
    return stop(failure(cause));
  }
}

/** Reads an input by the schema of a tool. Throws what the schema throws. */
export async function readInput(
  tool: EngineTool,
  input: unknown,
): Promise<{ readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }> {
  const schema = asSchema(tool.inputSchema);
  if (schema.validate === undefined) return { ok: true, value: input };
  const result = await schema.validate(input);
  return result.success ? { ok: true, value: result.value } : { ok: false, message: wordsOf(result.error) };
}

/** What does not fit, in a line; schemas of zod say it as JSON over many. */
function wordsOf(error: Error): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 3; at = at.cause, depth += 1) {
    if (at instanceof z.core.$ZodError) return z.prettifyError(at).replaceAll(/\n\s*/g, " ");
  }
  return error.message;
}
