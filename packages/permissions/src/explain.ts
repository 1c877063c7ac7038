import type { Authority } from "./authority.ts";
import type { Decision } from "./decision.ts";
import type { Grant } from "./grant.ts";
import type { Request } from "./request.ts";
import type { Reason, Verdict } from "./verdict.ts";

/** A reason in its place in the chain. */
export interface Step extends Reason {
  /** Alone it holds the verdict where it is. */
  readonly decides: boolean;
  /** It was written, and this decision did not read it. */
  readonly unused?: true;
  /** Why it is read here, or why not. */
  readonly note?: string;
}

/** A verdict with everything that led to it. */
export interface Explanation {
  readonly verdict: Verdict;
  /** The holder first, then up to the root, then cap, advice and grants. */
  readonly steps: readonly Step[];
  /** What happens where a person can be asked, and where nobody can. */
  readonly would: { readonly tty: Decision; readonly ci: "allow" | "deny" };
  /** What would make it `"allow"`, each alone enough; empty when it is allowed. */
  readonly remedies: readonly string[];
}
export function explain(a: Authority, request: Request, grants: readonly Grant[] = []): Explanation { void a; void request; void grants; return { verdict: { decision: "deny", because: [], grants: [], liftable: "no" }, steps: [], would: { tty: "deny", ci: "deny" }, remedies: [] }; }
