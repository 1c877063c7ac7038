import type { Authority } from "../../authority.ts";
import { decide } from "../../decide.ts";
import type { Decision } from "../../decision.ts";
import type { Grant } from "../../grant.ts";
import type { Request } from "../../request.ts";
import { whyOf } from "./why.ts";

/** An authority, or where to get it when a call comes: then what was tightened meanwhile counts at once. */
export type AuthorityNow = Authority | (() => Authority);

/** One call of a tool, besides its input. */
export interface ToolCall {
  readonly tool: string;
  /** The name that the model or the SDK gave to the call. */
  readonly id: string | undefined;
}

/**
 * Says what one call of a tool does. It is called before the call runs, perhaps more than once, and should look at
 * nothing but its arguments and the disk. When it throws or rejects, the call is denied.
 *
 * Its type takes functions of a narrower input, such as `({ path }: { path: string }) => ...`: the schema of the tool has
 * checked the input by then.
 */
export type RequestOf = { of(input: unknown, call: ToolCall): Request | Promise<Request> }["of"];

/** What a call of a tool came to, and why, in words for people and models. */
export interface Judged {
  readonly decision: Decision;
  readonly why: string;
}

/** Who calls, and what helps it. */
export interface Caller {
  readonly authority: AuthorityNow;
  /** The live grants, looked up for each call; none of them is consumed here. */
  readonly grants?: (() => readonly Grant[]) | undefined;
}

/** Decides one call of a tool. It never rejects: where nobody can say what the call does, it is denied. */
export async function judgeCall(
  { authority, grants }: Caller,
  requestOf: RequestOf | undefined,
  input: unknown,
  call: ToolCall,
): Promise<Judged> {
  const name = JSON.stringify(call.tool);
  if (typeof requestOf !== "function") return deny(`Cannot judge ${name}: nobody says what its calls do`);
  try {
    const request = await requestOf(input, call);
    const who = typeof authority === "function" ? authority() : authority;
    const verdict = decide(who, request, grants?.() ?? []);
    return { decision: verdict.decision, why: whyOf(verdict, request.summary ?? call.tool) };
  } catch (error) {
    // whatever the caller's functions threw: what cannot be judged is not permitted
    return deny(`Cannot judge ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const deny = (why: string): Judged => ({ decision: "deny", why });
