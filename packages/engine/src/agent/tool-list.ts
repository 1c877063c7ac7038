import { type Authority, type Grant, visible } from "@polyglav/permissions";
import { type ToolSet, tool } from "ai";
import type { EngineTool } from "../ports.ts";

/**
 * A tool of one agent, and what it is to the engine. That is kept apart from the tool: one that somebody passes in
 * cannot claim to be ours.
 *
 * - `world`: calls of one step run one after the other, in the order of the model.
 * - `delegation`: calls that stand side by side run side by side, and always end by themselves after a stop.
 * - `question`: is not asked for permission to be asked; only a `deny` stops it.
 */
export interface AgentTool {
  readonly tool: EngineTool;
  readonly kind: "world" | "delegation" | "question";
}

export type AgentTools = ReadonlyMap<string, AgentTool>;

/** The names of the engine's own tools. */
export const OWN_TOOLS = ["delegate", "ask"] as const;

/** The tools some call of which this authority is not denied, be it by its permissions or by a grant it holds. */
export function visibleTools(tools: AgentTools, authority: Authority, grants: readonly Grant[]): AgentTools {
  const listed = [...tools].map(([name, agentTool]) => ({ name, agentTool, category: agentTool.tool.category }));
  return new Map(visible(authority, listed, grants).map(({ name, agentTool }) => [name, agentTool]));
}

/** Describes tools to the SDK without `execute`, so that it leaves the calls to us. */
export function describeTools(tools: AgentTools): ToolSet {
  return Object.fromEntries(
    [...tools].map(
      ([
        name,
        {
          tool: { description, inputSchema },
        },
      ]) => [name, tool({ description, inputSchema })],
    ),
  );
}
