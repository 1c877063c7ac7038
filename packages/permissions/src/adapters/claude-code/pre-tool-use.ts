import type { Decision } from "../../decision.ts";
import type { Grant } from "../../grant.ts";
import { isRecord } from "../../request.ts";
import type { AuthorityNow, RequestOf } from "../shared/judge-call.ts";
import { whyOf } from "../shared/why.ts";
import { own } from "../imports/read-json.ts";
import { decideSearch } from "./below.ts";
import { requestOfTool, type ToolReaders, type ToolRequest } from "./tool-requests.ts";

/** What {@link preToolUse} takes besides the call and the authority. */
export interface PreToolUseOptions extends Partial<Omit<ToolReaders, "cwd">> {
  /** What calls of other tools do, by the name of the tool; it goes before what this adapter knows. */
  readonly tools?: Readonly<Record<string, RequestOf>> | undefined;
  /** What becomes of a tool that nobody knows. Default: `"deny"`. */
  readonly unknown?: "deny" | "ask" | undefined;
  /** The live grants. None is consumed: claim it yourself before the answer is printed. */
  readonly grants?: readonly Grant[] | undefined;
}

/** What a `PreToolUse` hook prints. An empty one leaves the call to the rules of Claude Code. */
export interface PreToolUseOutput {
  readonly hookSpecificOutput?: {
    readonly hookEventName: "PreToolUse";
    readonly permissionDecision: Decision;
    readonly permissionDecisionReason: string;
  };
}

/**
 * Decides a call of Claude Code in a `PreToolUse` hook: takes what the hook reads from stdin, as text or parsed, and
 * gives what it prints to stdout as JSON. Deny and ask rules of Claude Code hold anyway, whatever the hook says.
 *
 * It never rejects. What is not a call that it can read is denied, and so is a tool that it does not know; tools that only
 * keep the session's own books, such as `TodoWrite`, are left to Claude Code. Without `readCommand` and `readPath`,
 * commands and files are at most asked about. A search of a folder is asked about where a rule is stricter about
 * something that it may come by than about the folder. A hook that crashes stops nothing there unless it exits with code 2, so
 * print the answer and do nothing that can fail besides.
 *
 * The folder that paths in carves are named from is `worktree`; default: the `cwd` of the call, which the agent can change.
 *
 * Checked against the hooks reference and version 2.1.332.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { preToolUse } from "@polyglav/permissions/adapters/claude-code";
 * import { requestPath } from "@polyglav/permissions/path";
 * import { nodeFs } from "@polyglav/permissions/path/node";
 *
 * const worktree = process.cwd();
 * const says = carve({ read: "allow", edit: { default: "ask", rules: { ".git/**": "deny" } }, mcp: "deny" });
 * const me = root({ id: "claude", use: total(says, "deny") });
 * const decide = async (tool_name: string, tool_input: unknown) => {
 *   const stdin = JSON.stringify({ hook_event_name: "PreToolUse", cwd: worktree, tool_name, tool_input });
 *   const answer = await preToolUse(stdin, me, {
 *     worktree,
 *     readPath: async (category, path) => (await requestPath(category, path, { worktree, fs: nodeFs })).request,
 *   });
 *   return answer.hookSpecificOutput?.permissionDecision;
 * };
 * assert.equal(await decide("Read", { file_path: `${worktree}/package.json` }), "allow");
 * assert.equal(await decide("Write", { file_path: `${worktree}/new.txt`, content: "" }), "ask");
 * assert.equal(await decide("Write", { file_path: `${worktree}/.git/config`, content: "" }), "deny");
 * assert.equal(await decide("mcp__mail__send", {}), "deny");
 * assert.equal(await decide("no such tool", {}), "deny");
 * ```
 */
export async function preToolUse(
  input: unknown,
  authority: AuthorityNow,
  options: PreToolUseOptions = {},
): Promise<PreToolUseOutput> {
  try {
    const { tool, toolInput, id, cwd } = readCall(input);
    const request = await requestFor(tool, toolInput, id, cwd, options);
    if (request === "nothing") return {};
    if (request === "unknown")
      return output(options.unknown ?? "deny", `Cannot judge ${JSON.stringify(tool)}: nobody says what its calls do`);
    const who = typeof authority === "function" ? authority() : authority;
    const verdict = decideSearch(who, request, options.grants);
    return output(verdict.decision, whyOf(verdict, request.summary ?? tool));
  } catch (error) {
    // what cannot be read, and what readers threw: a call that nobody can judge is not permitted
    return output("deny", `Cannot judge this call: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface HookCall {
  readonly tool: string;
  readonly toolInput: unknown;
  readonly id: string | undefined;
  readonly cwd: string | undefined;
}

function readCall(given: unknown): HookCall {
  const input: unknown = typeof given === "string" ? JSON.parse(given) : given;
  const [event, tool, id, cwd] = ["hook_event_name", "tool_name", "tool_use_id", "cwd"].map((key) => own(input, key));
  if (event !== "PreToolUse") throw new TypeError("it is no PreToolUse event");
  if (typeof tool !== "string" || tool === "") throw new TypeError("its tool_name is not a text");
  const toolInput = own(input, "tool_input");
  if (!isRecord(toolInput) || Array.isArray(toolInput)) throw new TypeError("its tool_input is not an object");
  return {
    tool,
    toolInput,
    id: typeof id === "string" ? id : undefined,
    cwd: typeof cwd === "string" && /^(?:\/|[a-z]:\\|\\\\)/i.test(cwd) ? cwd : undefined,
  };
}

async function requestFor(
  tool: string,
  input: unknown,
  id: string | undefined,
  cwd: string | undefined,
  options: PreToolUseOptions,
): Promise<ToolRequest> {
  const { tools = {}, worktree = cwd } = options;
  const given = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (given !== undefined) return given(input, { tool, id });
  if (worktree === undefined) throw new TypeError("its cwd is not an absolute path");
  return requestOfTool(tool, input, { ...options, worktree, cwd: cwd ?? worktree });
}

const output = (permissionDecision: Decision, permissionDecisionReason: string): PreToolUseOutput => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason },
});
