import type { Authority } from "./authority.ts";
import { pass, use } from "./chain.ts";
import { type Decision, join, leq, meet } from "./decision.ts";
import { type Action, actionKey, type Advice, adviceKey, isAdvice, isRecord, type Request } from "./request.ts";

/** How far a grant lifts: `"confirm"` turns an ask into allow, `"elevate"` a deny too. */
export type Lift = "confirm" | "elevate";

/**
 * What a grant is for: exactly one request, or any one call of a category. A yes to any call was given before anybody
 * saw this one, so it never answers what asks about a call for itself: advice, or an ask in the hard cap.
 */
export type Coverage =
  | {
      readonly kind: "request";
      readonly tool?: string | undefined;
      readonly actions: readonly Action[];
      /** The advice that was shown with it. It answers no other; a later call with less of it is still covered. */
      readonly advice?: readonly Advice[] | undefined;
    }
  | { readonly kind: "category"; readonly category: string };

/** A yes that somebody gave to one holder. What it is worth is worked out at each decision, from the approver's authority now. */
export interface Grant {
  readonly id: string;
  /** The id of the authority that may use it; nobody else finds it, children included. */
  readonly holder: string;
  readonly covers: Coverage;
  readonly lift: Lift;
  /** Who said yes: the operator, or an ancestor of the holder, which is bounded by what it may hand down itself. */
  readonly approver: "operator" | { readonly id: string };
  /** `"run"` is for the operator alone; an agent's yes counts once. */
  readonly uses: "once" | "run";
}

/** The grants that this holder may use; what does not have the shape of a grant is none. */
export function heldBy(a: Authority, grants: readonly Grant[]): readonly Grant[] {
  const given: readonly unknown[] = grants;
  return given.filter((grant) => isGrant(grant)).filter((grant) => grant.holder === a.id);
}

/** Tells whether a grant is for this part of a request. One for a request is for all of it or for nothing. */
export function covers({ covers: covered }: Grant, request: Request, category: string): boolean {
  if (covered.kind === "category") return covered.category === category;
  return covered.tool === request.tool && sameActions(covered.actions, request.actions);
}

/** What a decision needs to know about one category before any grant. */
export interface Plain {
  readonly category: string;
  /** The hard cap and all advice. */
  readonly cap: Decision;
  /** What the words come to, cap included. */
  readonly words: Decision;
}

/**
 * Works out what a category becomes with one grant: never above what its approver may hand down now, never over a deny
 * cap, and an ask cap, be it the operator's or advice, yields only to a one-shot that the operator gave to this very
 * call. A confirm never changes a deny.
 */
export function lifted(a: Authority, request: Request, { category, cap, words }: Plain, grant: Grant): Decision {
  const isFresh = grant.approver === "operator" && grant.uses === "once" && answers(grant, request);
  const lifts = grant.lift === "elevate" || leq("ask", words);
  const base = lifts ? join(words, approverBound(a, category, grant)) : words;
  return isFresh && cap === "ask" ? base : meet(cap, base);
}

/** Tells whether a grant that covers a request was given to this very call, with all advice that lowers it in view. */
function answers({ covers: covered }: Grant, request: Request): boolean {
  if (covered.kind === "category") return false;
  const shown = new Set((covered.advice ?? []).map(adviceKey));
  return (request.advice ?? []).every((advice) => advice.atMost === "allow" || shown.has(adviceKey(advice)));
}

function approverBound(a: Authority, category: string, grant: Grant): Decision {
  if (grant.approver === "operator") return "allow";
  if (grant.uses === "run") return "deny";
  const approver = ancestor(a, grant.approver.id);
  if (approver === undefined) return "deny";
  const isTemporary = a.kind === "role" && a.says.temporary;
  return meet(pass(approver, category), isTemporary ? use(a.from, category) : "allow");
}

function ancestor(a: Authority, id: string): Authority | undefined {
  let link = a.from;
  while (link !== undefined && link.id !== id) link = link.from;
  return link;
}

function sameActions(a: readonly Action[], b: readonly Action[]): boolean {
  const [left, right] = [new Set(a.map(actionKey)), new Set(b.map(actionKey))];
  return left.size === right.size && [...left].every((key) => right.has(key));
}

function isGrant(given: unknown): given is Grant {
  if (!isRecord(given)) return false;
  const { id, holder, covers: covered, lift, approver, uses } = given;
  return (
    typeof id === "string" &&
    typeof holder === "string" &&
    isCoverage(covered) &&
    (lift === "confirm" || lift === "elevate") &&
    (approver === "operator" || (isRecord(approver) && typeof approver.id === "string")) &&
    (uses === "once" || uses === "run")
  );
}

function isCoverage(given: unknown): given is Coverage {
  if (!isRecord(given)) return false;
  if (given.kind === "category") return typeof given.category === "string";
  const { actions, advice } = given;
  return (
    given.kind === "request" &&
    Array.isArray(actions) &&
    actions.every(isAction) &&
    (advice === undefined || (Array.isArray(advice) && advice.every(isAdvice)))
  );
}

const isAction = (given: unknown): given is Action =>
  isRecord(given) && typeof given.category === "string" && Array.isArray(given.resource);
