import type { Decision } from "./decision.ts";
import type { Lift } from "./grant.ts";
import type { Action } from "./request.ts";
import type { Source } from "./source.ts";

/**
 * What a reason is:
 * `wants`, the role's own word for itself, or the one it inherits; `may-receive`, what a caller's `grant_permission`
 * lets it have; `keeps`, a caller's own word, where its `grant_permission` is silent; `config`, the root's words; `cap`,
 * the operator's hard cap; `bound`, a layer that is not trusted; `advice`; `target`, the other side of a delegation;
 * `grant`, a yes; `floor`, nobody wrote anything; `unknown-category` and `nothing-asked`, which fail closed.
 */
export type ReasonKind =
  | "wants"
  | "keeps"
  | "may-receive"
  | "config"
  | "cap"
  | "bound"
  | "advice"
  | "target"
  | "grant"
  | "floor"
  | "unknown-category"
  | "nothing-asked";

/** One word that took part in a decision. */
export interface Reason {
  readonly kind: ReasonKind;
  /** The role it belongs to, or the id of a link without one. */
  readonly who: string;
  readonly category?: string | undefined;
  /** What it is about, where the request does more than one thing; otherwise it is about all of it. */
  readonly action?: Action | undefined;
  readonly decision: Decision;
  /** The rule, as it was written, where rules decide. */
  readonly pattern?: string | undefined;
  readonly source?: Source | undefined;
  /** The field, such as `leader.grant_permission.bash` or `leader.tool_permission.bash["npm test **"]`, or the advice. */
  readonly text: string;
}

/** What was decided, and why. */
export interface Verdict {
  readonly decision: Decision;
  /** A smallest witness, never empty: the meet of its decisions is the decision. */
  readonly because: readonly Reason[];
  /** The grants that lifted it, to be claimed before the call runs. */
  readonly grants: readonly string[];
  /** The least that an operator's yes would have to be; `"no"` when it is allowed already, or no yes can help. */
  readonly liftable: Lift | "no";
}
