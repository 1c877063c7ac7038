import type { Grant } from "../../grant.ts";
import { isRecord } from "../../request.ts";
import { type AuthorityNow, judgeCall, type RequestOf } from "../shared/judge-call.ts";

/** What {@link permitTool} takes besides the authority. */
export interface PermitToolOptions<Input, Rest extends readonly unknown[], Output> {
  /** The name of the tool, for the model and for people. */
  readonly name: string;
  /** What a call of it does. */
  readonly request: RequestOf;
  readonly execute: (input: Input, ...rest: Rest) => Output | Promise<Output>;
  /** The live grants, looked up for each call; none of them is consumed here. */
  readonly grants?: (() => readonly Grant[]) | undefined;
}

/** The two parts of a tool that {@link permitTool} makes; spread both into `tool({ ... })`. */
export interface PermittedTool<Input, Rest extends readonly unknown[], Output> {
  /** `true` for a call that somebody has to be asked about, which interrupts the run. */
  readonly needsApproval: (context: unknown, input: Input, callId?: string) => Promise<boolean>;
  /** Runs what is allowed and what was asked about; the answer to any other call is the reason, for the model. */
  readonly execute: (input: Input, ...rest: Rest) => Promise<Output | string>;
}

/**
 * Makes `needsApproval` and `execute` of a function tool of the OpenAI Agents SDK: what is asked about interrupts the
 * run until somebody approves, and what is denied is answered with the reason.
 *
 * Use both. `needsApproval` can only say that somebody is asked, and a yes would let a denied call run; so the denial is
 * in `execute`, which judges the very input that it runs, again, after any approval. What nobody was asked about and
 * has to be asked about by then does not run either. Neither throws by itself.
 *
 * Checked against `@openai/agents-core` 0.20.0.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { permitTool } from "@polyglav/permissions/adapters/openai-agents";
 *
 * const says = carve({ edit: { default: "ask", rules: { "notes/**": "allow", ".git/**": "deny" } } });
 * const write = permitTool(root({ id: "me", use: total(says, "deny") }), {
 *   name: "write",
 *   request: ({ path }: { path: string }) => ({ actions: [{ category: "edit", resource: path.split("/") }] }),
 *   execute: ({ path }: { path: string }) => `wrote ${path}`,
 * });
 *
 * // tool({ name: "write", description, parameters, ...write })
 * assert.equal(await write.needsApproval({}, { path: "src/a.ts" }), true);
 * assert.equal(await write.needsApproval({}, { path: "notes/a.md" }), false);
 * assert.equal(await write.execute({ path: "notes/a.md" }), "wrote notes/a.md");
 * assert.equal(await write.needsApproval({}, { path: ".git/config" }), false); // nobody is asked...
 * assert.match(await write.execute({ path: ".git/config" }), /^denied: write: /); // ...and it does not run
 * ```
 */
export function permitTool<Input, Rest extends readonly unknown[], Output>(
  authority: AuthorityNow,
  { name, request, execute, grants }: PermitToolOptions<Input, Rest, Output>,
): PermittedTool<Input, Rest, Output> {
  const judge = (input: Input, id?: string) => judgeCall({ authority, grants }, request, input, { tool: name, id });
  // The SDK asks `needsApproval` before each call, also after a restored run, and goes on only when somebody said yes:
  // to the input that was shown, which is kept with the id.
  const asked = new Map<string, string | undefined>();
  return Object.freeze({
    async needsApproval(_context, input, callId) {
      const { decision } = await judge(input, callId);
      if (decision === "ask" && callId !== undefined) asked.set(callId, textOf(input));
      return decision === "ask";
    },
    async execute(input, ...rest) {
      const callId = callIdIn(rest);
      const { decision, why } = await judge(input, callId);
      const shown = callId === undefined ? undefined : asked.get(callId);
      const isAnswered = shown !== undefined && shown === textOf(input);
      if (callId !== undefined) asked.delete(callId);
      return decision === "allow" || (decision === "ask" && isAnswered) ? execute(input, ...rest) : why;
    },
  } satisfies PermittedTool<Input, Rest, Output>);
}

/** An input as one text, to tell it from another; `undefined` for what is no JSON, which nobody answers. */
function textOf(input: unknown): string | undefined {
  try {
    return JSON.stringify(input);
  } catch {
    return undefined;
  }
}

/** The id of the call, in the details that the SDK hands over behind the context. */
function callIdIn(rest: readonly unknown[]): string | undefined {
  const details = rest[1];
  const call = isRecord(details) ? details.toolCall : undefined;
  return isRecord(call) && typeof call.callId === "string" ? call.callId : undefined;
}
