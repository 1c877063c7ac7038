import type { Authority } from "../../authority.ts";
import type { Grant } from "../../grant.ts";
import { isRecord, type Request } from "../../request.ts";
import { visible } from "../../visible.ts";

/** A tool as an MCP server lists it; all else that it says of itself is carried along and decides nothing. */
export interface McpTool {
  readonly name: string;
}

/** The parameters of `tools/call`. */
export interface McpCall {
  readonly name: string;
  readonly arguments?: unknown;
}

/**
 * Leaves in a `tools/list` result what is worth showing to an agent: the tools some call of which is not denied. All
 * else of the result stays as it is, its order too. The gate decides about each call anyway: this only saves the model
 * from trying.
 *
 * `server` is the name under which the server is configured. What a server says of its own tools, annotations such as
 * `readOnlyHint` included, makes nothing visible. What is no tool with a name is left out.
 *
 * Checked against MCP 2025-11-25 and 2026-07-28.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { visibleTools } from "@polyglav/permissions/adapters/mcp";
 *
 * const says = carve({ mcp: { default: "ask", rules: { "mail/**": "deny", "mail/read": "allow" } } });
 * const me = root({ id: "me", use: total(says, "deny") });
 * const listed = { tools: [{ name: "send", inputSchema: {} }, { name: "read", inputSchema: {} }], nextCursor: "2" };
 * assert.deepEqual(visibleTools(me, "mail", listed), { tools: [{ name: "read", inputSchema: {} }], nextCursor: "2" });
 * ```
 */
export function visibleTools<T extends McpTool, R extends { readonly tools: readonly T[] }>(
  authority: Authority,
  server: string,
  listed: R,
  grants: readonly Grant[] = [],
): Omit<R, "tools"> & { readonly tools: T[] } {
  const tools = readTools(listed.tools).map((tool) => ({ tool, category: "mcp", resource: [server, tool.name] }));
  return { ...listed, tools: visible(authority, tools, grants).map(({ tool }) => tool) };
}

/**
 * Builds the request of a `tools/call`. Server and tool are two segments and never one joined name, so no two tools of
 * any two servers are taken for each other: neither `a_b` of `c` and `b` of `c_a`, nor `x` of `a-b` and of `a_b`.
 * What the call is about is the tool; its arguments are shown and decide nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, decide, root, total } from "@polyglav/permissions";
 * import { callRequest } from "@polyglav/permissions/adapters/mcp";
 *
 * const me = root({ id: "me", use: total(carve({ mcp: { default: "allow", rules: { "my_server/**": "deny" } } }), "ask") });
 * assert.equal(decide(me, callRequest("my_server", { name: "my_tool" })).decision, "deny");
 * assert.equal(decide(me, callRequest("my", { name: "server_my_tool" })).decision, "allow");
 * ```
 */
export function callRequest(server: string, call: McpCall): Request {
  const { name } = call;
  return {
    tool: "mcp",
    actions: [{ category: "mcp", resource: [server, name] }],
    summary: `mcp ${JSON.stringify(server)} ${JSON.stringify(name)}${shown(call.arguments)}`,
  };
}

/** Whatever a server sends instead of a list of tools, there is nothing in it to show. */
function readTools<T extends McpTool>(tools: readonly T[]): readonly T[] {
  const given: unknown = tools;
  return Array.isArray(given) ? tools.filter((tool: unknown) => isRecord(tool) && typeof tool.name === "string") : [];
}

/** The arguments in one line, for people. */
function shown(given: unknown): string {
  if (given === undefined || given === null) return "";
  try {
    const text = JSON.stringify(given);
    return ` ${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}`;
  } catch {
    return ""; // a cycle or a getter that throws: the tool is named anyway
  }
}

const MOST_SHOWN = 120;
