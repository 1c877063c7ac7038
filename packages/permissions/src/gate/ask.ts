import type { Lift } from "../grant.ts";
import type { Request } from "../request.ts";
import type { Verdict } from "../verdict.ts";

/** A question to the operator. The request is a frozen copy: what is shown is what is granted. */
export interface Ask {
  readonly id: string;
  readonly holder: string;
  readonly role?: string;
  readonly kind: "permission";
  /** What a yes means: `"confirm"` an ask, or `"elevate"` over a deny. */
  readonly lift: Lift;
  readonly request: Request;
  /** `"call"`: a yes is for this request; `"category"`: for any one call of its category. */
  readonly scope: "call" | "category";
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
