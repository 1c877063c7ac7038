import { type Authority, type Grant, use } from "@polyglav/permissions";
import { type ToolSet, tool } from "ai";
import type { EngineTool } from "./ports.ts";

/** A tool as the loop knows it. The engine's own ones are tools like all others, with a little more to say. */
export interface AgentTool extends EngineTool {
  /**
   * A delegation. Several of one step run side by side, others run one after the other in the order of the model; and
   * it always ends by itself after a stop, so it is waited for.
   */
  readonly delegation?: true;
  /** A question is not asked for permission to be asked: only a `deny` stops it. */
  readonly unconfirmed?: true;
}

/** The tools whose category this authority is not denied, and those that a grant has lent it. */
export function visibleTools(
  tools: ReadonlyMap<string, AgentTool>,
  authority: Authority,
  grants: readonly Grant[],
): ReadonlyMap<string, AgentTool> {
  const lent = new Set(
    grants.flatMap(({ covers }) =>
      covers.kind === "category" ? [covers.category] : covers.actions.map((action) => action.category),
    ),
  );
  return new Map([...tools].filter(([, { category }]) => lent.has(category) || use(authority, category) !== "deny"));
}

/** Describes tools to the SDK without `execute`, so that it leaves the calls to us. */
export function describeTools(tools: ReadonlyMap<string, AgentTool>): ToolSet {
  return Object.fromEntries(
    [...tools].map(([name, { description, inputSchema }]) => [name, tool({ description, inputSchema })]),
  );
}
