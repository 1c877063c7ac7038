import type { Authority } from "./authority.ts";
import { isRules, namedEntry, type PartialCarve } from "./carve.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import type { Advice, Request } from "./request.ts";
import type { Verdict } from "./verdict.ts";

/** What a role says about being delegated to. */
export interface TargetSide {
  /** Its `tool_permission`, of which the named `delegate` word counts: `"deny"` or `"ask"`; `"*"` and rules never do. */
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

/**
 * Writes the request that stands for delegating to a role: the action `delegate` on the role's name, and the role's own
 * say as advice. Hand it to `decide`, `explain` or a gate.
 *
 * The role's say is its `accepts_delegation`, else a named `delegate` word of its `tool_permission`, else nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, decide, requestDelegation, root, total } from "@polyglav/permissions";
 *
 * const me = root({ id: "root", use: total(carve({ delegate: "allow" }), "ask") });
 * const writer = { role: "writer", use: carve({ delegate: "ask" }) };
 * assert.equal(decide(me, requestDelegation(writer)).decision, "ask");
 * ```
 */
export function requestDelegation(target: DelegationTarget): Request {
  return {
    tool: "delegate",
    actions: [{ category: "delegate", resource: [target.role] }],
    advice: [...sayOf(target.role, target, "target"), ...sayOf(target.role, target.bound, "bound")],
    summary: `delegate to ${JSON.stringify(target.role)}`,
  };
}

/**
 * Decides whether a caller may delegate to a role: the caller's own use of `delegate` met with what the role says.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { canDelegate, carve, root, total } from "@polyglav/permissions";
 *
 * const me = root({ id: "root", use: total(carve({ delegate: "allow" }), "ask") });
 * assert.equal(canDelegate(me, { role: "writer" }).decision, "allow");
 *
 * const verdict = canDelegate(me, { role: "intern", use: carve({ delegate: "deny" }) });
 * assert.equal(verdict.decision, "deny");
 * assert.equal(verdict.because[0]?.text, "intern.tool_permission.delegate");
 * ```
 */
export function canDelegate(caller: Authority, target: DelegationTarget): Verdict {
  return decide(caller, requestDelegation(target));
}

function sayOf(role: string, side: TargetSide | undefined, kind: "target" | "bound"): readonly Advice[] {
  if (side?.accepts !== undefined)
    return [{ kind, who: role, atMost: side.accepts, why: `${role}.accepts_delegation` }];
  const word = namedEntry(side?.use, "delegate");
  // Rules say to whom the role itself may delegate: it stays a target.
  if (word === undefined || isRules(word)) return [];
  const why = word.source?.path ?? `${role}.tool_permission.delegate`;
  return [{ kind, who: role, atMost: word.decision, why, source: word.source }];
}
