import { type Authority, type Grant, use } from "@polyglav/permissions";
import { type ToolSet, tool } from "ai";
import type { EngineTool } from "./ports.ts";

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

/** The tools whose category this authority is not denied, and those that a grant has lent it. */
export function visibleTools(tools: AgentTools, authority: Authority, grants: readonly Grant[]): AgentTools {
  const lent = new Set(
    grants.flatMap(({ covers }) =>
      covers.kind === "category" ? [covers.category] : covers.actions.map((action) => action.category),
    ),
  );
  return new Map(
    [...tools].filter(([, { tool }]) => lent.has(tool.category) || use(authority, tool.category) !== "deny"),
  );
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
