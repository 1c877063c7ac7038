import { type Authority, type Grant, visible } from "@polyglav/permissions";
import { asSchema } from "@ai-sdk/provider-utils";
import type { CallState } from "../log/run-state.ts";
import type { ToolSpec } from "../model/model-step.ts";
import type { EngineTool } from "../ports.ts";

/**
 * A tool of one agent, and what it is to the engine. That is kept apart from the tool: one that somebody passes in
 * cannot claim to be ours.
 *
 * - `world`: calls of one step run one after the other, in the order of the model, but for those that only look.
 * - `delegation`: calls that stand side by side run side by side, and always end by themselves after a stop.
 * - `question`: is not asked for permission to be asked; only a `deny` stops it.
 * - `own`: gives an agent what it was given before, and needs no permission.
 */
export interface AgentTool {
  readonly tool: EngineTool;
  readonly kind: "world" | "delegation" | "question" | "own";
  /**
   * Goes on with a call that an earlier process had let through and begun: what it waits for. Nothing where there is
   * nothing to go on with.
   */
  readonly goOn?: (call: CallState) => (() => Promise<string>) | undefined;
}

export type AgentTools = ReadonlyMap<string, AgentTool>;

/** The names of the engine's own tools. */
export const OWN_TOOLS = ["delegate", "ask", "artifact"] as const;

/**
 * The tools some call of which this authority is not denied, be it by its permissions or by a grant it holds; and the
 * engine's own ones that need no permission, where there is something to use them for.
 */
export function visibleTools(
  tools: AgentTools,
  {
    authority,
    grants,
    own,
  }: { readonly authority: Authority; readonly grants: readonly Grant[]; readonly own: boolean },
): AgentTools {
  const gated = [...tools].flatMap(([name, agentTool]) =>
    agentTool.kind === "own" ? [] : [{ name, agentTool, category: agentTool.tool.category }],
  );
  const free = own ? [...tools].filter(([, { kind }]) => kind === "own") : [];
  return new Map([
    ...visible(authority, gated, grants).map(({ name, agentTool }) => [name, agentTool] as const),
    ...free,
  ]);
}

/** Describes tools to a model. */
export async function describeTools(tools: AgentTools): Promise<readonly ToolSpec[]> {
  const specs: ToolSpec[] = [];
  for (const [name, { tool }] of tools) {
    const known = schemas.get(tool.inputSchema);
    const inputSchema = known ?? (await asSchema(tool.inputSchema).jsonSchema);
    if (known === undefined) schemas.set(tool.inputSchema, inputSchema);
    specs.push({ name, description: tool.description, inputSchema });
  }
  return specs;
}

/** What a schema comes to, which takes longer to work out than all the rest of a step. */
const schemas = new WeakMap<object, ToolSpec["inputSchema"]>();
