import type { Grant } from "../../grant.ts";
import { type AuthorityNow, judgeCall, type RequestOf } from "../shared/judge-call.ts";

/** What the AI SDK hands to its generic approval function, as far as this adapter looks at it. */
export interface ApprovalCall {
  readonly toolCall: { readonly toolName: string; readonly toolCallId: string; readonly input: unknown };
}

/** What becomes of a call: it runs, somebody is asked, or the model is told why it does not run. */
export type ApprovalStatus =
  | { readonly type: "not-applicable"; readonly reason?: never }
  | { readonly type: "user-approval"; readonly reason: string }
  | { readonly type: "denied"; readonly reason: string };

/** What {@link toolApproval} takes besides the authority. */
export interface ToolApprovalOptions {
  /** For each tool by its name, what its calls do. A tool that is not in it is denied: the SDK would let it run. */
  readonly requests: Readonly<Record<string, RequestOf>>;
  /** The live grants, looked up for each call. None is consumed: claim it yourself, or use a gate in `execute`. */
  readonly grants?: (() => readonly Grant[]) | undefined;
}

/**
 * Makes the `toolApproval` of `generateText`, `streamText` and agents of the AI SDK: what is allowed runs, what is
 * asked about stops the loop with a `tool-approval-request`, and what is denied is answered with the reason.
 *
 * The SDK calls it again when an approval comes back, so what was tightened meanwhile is denied although somebody said
 * yes, and an authority that is a function is looked up anew. It never throws. It goes before `needsApproval` of the
 * tools, as the SDK has it. Approvals that come from a client need `experimental_toolApprovalSecret`: without it the
 * client can approve what nobody asked about.
 *
 * Checked against `ai` 7.0.173.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, resourceOf, root, total } from "@polyglav/permissions";
 * import { toolApproval } from "@polyglav/permissions/adapters/ai-sdk";
 *
 * const says = carve({ bash: { default: "ask", rules: { "npm test **": "allow", "rm **": "deny" } } });
 * const approve = toolApproval(root({ id: "me", use: total(says, "deny") }), {
 *   requests: {
 *     bash: ({ command }: { command: string }) => ({
 *       actions: [{ category: "bash", resource: resourceOf("bash", command) ?? [] }],
 *       summary: `bash ${JSON.stringify(command)}`,
 *     }),
 *   },
 * });
 *
 * // generateText({ model, tools, prompt, toolApproval: approve })
 * const status = (toolName: string, input: unknown) => approve({ toolCall: { toolName, toolCallId: "c1", input } });
 * assert.deepEqual(await status("bash", { command: "npm test" }), { type: "not-applicable" });
 * assert.equal((await status("bash", { command: "make" })).type, "user-approval");
 * assert.deepEqual(await status("bash", { command: "rm x" }), {
 *   type: "denied",
 *   reason: 'denied: bash "rm x": config.tool_permission.bash["rm **"] is deny',
 * });
 * assert.equal((await status("other", {})).type, "denied");
 * ```
 */
export function toolApproval(
  authority: AuthorityNow,
  { requests, grants }: ToolApprovalOptions,
): (call: ApprovalCall) => Promise<ApprovalStatus> {
  const builders = new Map(Object.entries(requests)); // own properties only: models choose the names
  return async ({ toolCall: { toolName: tool, toolCallId: id, input } }) => {
    const { decision, why } = await judgeCall({ authority, grants }, builders.get(tool), input, { tool, id });
    if (decision === "allow") return { type: "not-applicable" };
    return { type: decision === "ask" ? "user-approval" : "denied", reason: why };
  };
}
