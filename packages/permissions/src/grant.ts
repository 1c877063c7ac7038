import type { Authority } from "./authority.ts";
import { categoriesOf, pass, use } from "./chain.ts";
import { type Decision, join, leq, meet } from "./decision.ts";
import { matches } from "./pattern/pattern.ts";
import { readPattern } from "./pattern/read.ts";
import {
  type Action,
  actionKey,
  actionOf,
  type Advice,
  adviceKey,
  adviceIn,
  isRecord,
  listOf,
  type Request,
} from "./request.ts";

/** How far a grant lifts: `"confirm"` turns an ask into allow, `"elevate"` a deny too. */
export type Lift = "confirm" | "elevate";

/**
 * What a grant is for: exactly one request, any one call of a category, or the calls that a pattern matches. A yes to
 * more than one call was given before anybody saw this one, so it never answers what asks about a call for itself: advice, or an ask in the hard cap.
 */
export type Coverage =
  | {
      readonly kind: "request";
      readonly tool?: string | undefined;
      readonly actions: readonly Action[];
      /** The advice that was shown with it. It answers no other; a later call with less of it is still covered. */
      readonly advice?: readonly Advice[] | undefined;
    }
  | { readonly kind: "category"; readonly category: string }
  /** Every action of a category that a pattern matches, written and read as in a carve. */
  | { readonly kind: "pattern"; readonly category: string; readonly pattern: string };

/** A yes that somebody gave to one holder. What it is worth is worked out at each decision, from the approver's authority now. */
export interface Grant {
  readonly id: string;
  /**
   * Who may use it, and nobody else, children included: the id of one authority, or for what outlives a run the names
   * of the roles from the root down to it.
   */
  readonly holder: string | { readonly chain: readonly string[] };
  readonly covers: Coverage;
  readonly lift: Lift;
  /** Who said yes: the operator, or an ancestor of the holder, which is bounded by what it may hand down itself. */
  readonly approver: "operator" | { readonly id: string };
  /** `"once"` is spent by one call; the others stand as long as they say, and are for the operator alone. */
  readonly uses: "once" | "run" | "session" | "project";
  /** Milliseconds since the epoch after which it is worth nothing. Decisions know no clock: whoever keeps grants hands over live ones. */
  readonly until?: number | undefined;
}

/** The grants that this holder may use, as copies; what does not have the shape of a grant is none. */
export function heldBy(a: Authority, grants: readonly Grant[]): readonly Grant[] {
  try {
    return listOf(grants)
      .map(readGrant)
      .filter((grant) => grant !== undefined)
      .filter(({ holder }) => isHolder(a, holder));
  } catch {
    return []; // a getter or a proxy of the caller threw: then nobody said yes
  }
}

/** The names of the roles from the root down to an authority: who it is, whatever run it is in. */
export function chainOf(a: Authority): readonly string[] {
  const names: string[] = [];
  for (let link: Authority | undefined = a; link !== undefined; link = link.from) names.unshift(link.role ?? link.id);
  return names;
}

/** Tells whether a grant is for this action of a request. One for a request is for all of it or for nothing. */
export function covers(a: Authority, { covers: covered }: Grant, request: Request, action: Action): boolean {
  switch (covered.kind) {
    case "category":
      return covered.category === action.category;
    case "pattern": {
      const kind = covered.category === action.category ? categoriesOf(a).get(action.category) : undefined;
      const read = kind === undefined ? undefined : readPattern(kind, covered.pattern, {});
      return read?.ok === true && read.value.some((pattern) => matches(pattern, action.resource));
    }
    case "request":
      return covered.tool === request.tool && sameActions(covered.actions, request.actions);
  }
}

/** What a decision needs to know about one action before any grant. */
export interface Plain {
  readonly action: Action;
  /** The hard cap and all advice. */
  readonly cap: Decision;
  /** What the words come to, cap included. */
  readonly words: Decision;
}

/**
 * Works out what an action becomes with one grant: never above what its approver may hand down now, never over a deny
 * cap, and an ask cap, be it the operator's or advice, yields only to a one-shot that the operator gave to this very
 * call. A confirm never changes a deny.
 */
export function lifted(a: Authority, request: Request, { action, cap, words }: Plain, grant: Grant): Decision {
  const isFresh = grant.approver === "operator" && grant.uses === "once" && answers(grant, request);
  const lifts = grant.lift === "elevate" || leq("ask", words);
  const base = lifts ? join(words, approverBound(a, action, grant)) : words;
  return isFresh && cap === "ask" ? base : meet(cap, base);
}

/** Tells whether a grant that covers a request was given to this very call, with all advice that lowers it in view. */
function answers({ covers: covered }: Grant, request: Request): boolean {
  if (covered.kind !== "request") return false;
  const shown = new Set((covered.advice ?? []).map(adviceKey));
  return (request.advice ?? []).every((advice) => advice.atMost === "allow" || shown.has(adviceKey(advice)));
}

function approverBound(a: Authority, { category, resource }: Action, grant: Grant): Decision {
  if (grant.approver === "operator") return "allow";
  if (grant.uses !== "once") return "deny";
  const approver = ancestor(a, grant.approver.id);
  if (approver === undefined) return "deny";
  const isTemporary = a.kind === "role" && a.says.temporary;
  return meet(pass(approver, category, resource), isTemporary ? use(a.from, category, resource) : "allow");
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

function isHolder(a: Authority, holder: Grant["holder"]): boolean {
  if (typeof holder === "string") return holder === a.id;
  const chain = chainOf(a);
  return holder.chain.length === chain.length && chain.every((name, depth) => holder.chain[depth] === name);
}

function readGrant(given: unknown): Grant | undefined {
  if (!isRecord(given)) return undefined;
  const { id, lift, uses } = given;
  const holder = readHolder(given.holder);
  const covered = readCoverage(given.covers);
  const approver = readApprover(given.approver);
  const isReadable =
    typeof id === "string" &&
    holder !== undefined &&
    covered !== undefined &&
    (lift === "confirm" || lift === "elevate") &&
    approver !== undefined &&
    (uses === "once" || uses === "run" || uses === "session" || uses === "project");
  return isReadable ? { id, holder, covers: covered, lift, approver, uses } : undefined;
}

function readHolder(given: unknown): Grant["holder"] | undefined {
  if (typeof given === "string") return given;
  const chain = isRecord(given) ? listOf(given.chain, [undefined]) : [undefined];
  return chain.every((each) => typeof each === "string") ? { chain } : undefined;
}

function readApprover(given: unknown): Grant["approver"] | undefined {
  if (given === "operator") return given;
  const id = isRecord(given) ? given.id : undefined;
  return typeof id === "string" ? { id } : undefined;
}

function readCoverage(given: unknown): Coverage | undefined {
  if (!isRecord(given)) return undefined;
  const { kind, category, pattern, tool } = given;
  if (kind === "category") return typeof category === "string" ? { kind, category } : undefined;
  if (kind === "pattern")
    return typeof category === "string" && typeof pattern === "string" ? { kind, category, pattern } : undefined;
  const actions = listOf(given.actions, [undefined]).map(actionOf);
  const advice = given.advice === undefined ? [] : listOf(given.advice, [undefined]).map(adviceIn);
  const isReadable =
    kind === "request" &&
    (tool === undefined || typeof tool === "string") &&
    actions.every((action) => action !== undefined) &&
    advice.every((each) => each !== undefined);
  return isReadable ? { kind, tool, actions, advice } : undefined;
}
