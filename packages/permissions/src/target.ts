import type { Authority } from "./authority.ts";
import type { PartialCarve } from "./carve.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import type { Request } from "./request.ts";
import type { Verdict } from "./verdict.ts";

/** What a role says about being delegated to. */
export interface TargetSide {
  /** Its `tool_permission`, of which the named `delegate` word counts: `"deny"` or `"ask"`; `"*"` never does. */
  readonly use?: PartialCarve | undefined;
  /** Its `accepts_delegation`, which says the target side alone. */
  readonly accepts?: Decision | undefined;
}

/** The role somebody wants to delegate to. */
export interface DelegationTarget extends TargetSide {
  readonly role: string;
  /** What layers that are not trusted say: it can only lower. */
  readonly bound?: TargetSide | undefined;
}
export function requestDelegation(target: DelegationTarget): Request { return { actions: [{ category: "delegate", resource: [target.role] }] }; }
export function canDelegate(caller: Authority, target: DelegationTarget): Verdict { return decide(caller, requestDelegation(target)); }
