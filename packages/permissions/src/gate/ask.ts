import type { Lift } from "../grant.ts";
import { isRecord, type Request } from "../request.ts";
import type { Verdict } from "../verdict.ts";

/** A question to the operator. The request is a frozen copy: what is shown is what is granted. */
export interface Ask {
  readonly id: string;
  readonly holder: string;
  readonly role?: string;
  readonly kind: "permission";
  /** What a yes means: `"confirm"` an ask, or `"elevate"` over a deny. */
  readonly lift: Lift;
  /** `"call"`: a yes is for this request; `"category"`: for any one call of its category that nothing else asks about. */
  readonly scope: "call" | "category";
  readonly request: Request;
  readonly verdict: Verdict;
  readonly question?: string;
}

/** What the operator says. Anything else than `"once"` is a no. */
export type Answer = { readonly say: "once" } | { readonly say: "deny"; readonly because?: string };

/**
 * Who can be asked. `answer` is called once for each ask, several asks may be open at the same time, and the signal
 * aborts when nobody needs the answer any more. It may throw or reject: that is a no.
 */
export interface Operator {
  readonly answer: (ask: Ask, signal: AbortSignal) => Promise<Answer>;
}

/** What came of an ask, and how an event tells it. */
export interface Heard {
  readonly say: "once" | "deny" | "cancelled";
  readonly because?: string;
  readonly event: { readonly answer: Answer } | { readonly reason: "cancelled" | "failed" };
}

/** Waits for the answer or the abort, whichever is first; a later answer counts for nothing. Never rejects. */
export function hear(operator: Operator, ask: Ask, signal: AbortSignal): Promise<Heard> {
  const cancelled: Heard = { say: "cancelled", event: { reason: "cancelled" } };
  if (signal.aborted) return Promise.resolve(cancelled);
  return new Promise((resolve) => {
    const stop = (): void => {
      resolve(cancelled);
    };
    signal.addEventListener("abort", stop, { once: true });
    void answerOf(operator, ask, signal).then((heard) => {
      signal.removeEventListener("abort", stop);
      resolve(heard);
    });
  });
}

async function answerOf(operator: Operator, ask: Ask, signal: AbortSignal): Promise<Heard> {
  try {
    const answer = readAnswer(await operator.answer(ask, signal));
    return { ...answer, event: { answer } };
  } catch (error) {
    const because = `no answer: ${error instanceof Error ? error.message : String(error)}`;
    return { say: "deny", because, event: { reason: "failed" } };
  }
}

function readAnswer(given: unknown): Answer {
  if (!isRecord(given)) return { say: "deny" };
  if (given.say === "once") return { say: "once" };
  const { because } = given;
  return { say: "deny", ...(typeof because === "string" && { because }) };
}
