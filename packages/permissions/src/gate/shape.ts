import { isDecision } from "../decision.ts";
import type { Grant } from "../grant.ts";
import { actionOf, adviceIn, isRecord, type Request } from "../request.ts";
import type { Verdict } from "../verdict.ts";
import { type Answer, SAYS } from "./answer.ts";
import { type Approver, type Ask, digestOf } from "./ask.ts";
import { isTime } from "./clock.ts";
import type { AskEnd } from "./store.ts";

/** Tells whether a value from outside is a grant. */
export function isGrant(given: unknown): given is Grant {
  if (!isRecord(given)) return false;
  const { id, holder, covers, lift, approver, uses, until } = given;
  return (
    isText(id) &&
    (isText(holder) || (isRecord(holder) && isTexts(holder.chain))) &&
    isCoverage(covers) &&
    isLift(lift) &&
    isApprover(approver) &&
    isOneOf(uses, ["once", "run", "session", "project"]) &&
    isMaybe(until, isTime)
  );
}

/** Tells whether a value from outside is an ask, and whether its digest is that of its request. */
export function isAsk(given: unknown): given is Ask {
  if (!isRecord(given)) return false;
  const { id, holder, chain, role, call, kind, lift, scope, request, digest, verdict } = given;
  const { question, to, deadline, allowed, wider } = given;
  return (
    isText(id) &&
    isText(holder) &&
    isTexts(chain) &&
    [role, call, question].every((text) => isMaybe(text, isText)) &&
    kind === "permission" &&
    isLift(lift) &&
    isOneOf(scope, ["call", "category"] as const) &&
    isRequest(request) &&
    digest === digestOf(holder, scope, request) &&
    isVerdict(verdict) &&
    isApprover(to) &&
    isMaybe(deadline, isTime) &&
    isListOf(allowed, (say) => isOneOf(say, SAYS)) &&
    isListOf(wider, (offered) => isRecord(offered) && isText(offered.pattern) && isText(offered.text))
  );
}

/** Tells whether a value from outside says how an ask ended. */
export function isEnd(given: unknown): given is AskEnd {
  if (!isRecord(given)) return false;
  const { how, answer, by, grant, because } = given;
  if (how !== "answered") return isOneOf(how, ["cancelled", "expired", "failed", "lost"]) && isMaybe(because, isText);
  return isAnswer(answer) && isApprover(by) && isMaybe(grant, isGrant);
}

export const isText = (given: unknown): given is string => typeof given === "string";

/** Tells whether a value from outside is an answer, spelled exactly. */
export function isAnswer(given: unknown): given is Answer {
  if (!isRecord(given)) return false;
  const { say, pattern, until, because } = given;
  return isOneOf(say, SAYS) && [pattern, because].every((text) => isMaybe(text, isText)) && isMaybe(until, isTime);
}

function isRequest(given: unknown): given is Request {
  if (!isRecord(given)) return false;
  const { tool, actions, advice, aliases, summary } = given;
  return (
    [tool, summary].every((text) => isMaybe(text, isText)) &&
    isListOf(actions, (each) => actionOf(each) !== undefined) &&
    isMaybe(advice, (list) => isListOf(list, (each) => adviceIn(each) !== undefined)) &&
    isMaybe(aliases, (list) => isListOf(list, (each) => actionOf(each) !== undefined))
  );
}

function isVerdict(given: unknown): given is Verdict {
  if (!isRecord(given)) return false;
  const { decision, because, grants, liftable } = given;
  return (
    isDecision(decision) &&
    isTexts(grants) &&
    (liftable === "no" || isLift(liftable)) &&
    isListOf(
      because,
      (reason) =>
        isRecord(reason) &&
        [reason.kind, reason.who, reason.text].every(isText) &&
        isDecision(reason.decision) &&
        isMaybe(reason.category, isText) &&
        isMaybe(reason.source, isRecord),
    )
  );
}

function isCoverage(given: unknown): boolean {
  if (!isRecord(given)) return false;
  if (given.kind === "category") return isText(given.category);
  if (given.kind === "pattern") return isText(given.category) && isText(given.pattern);
  return given.kind === "request" && isRequest(given);
}

const isLift = (given: unknown): boolean => given === "confirm" || given === "elevate";

export const isApprover = (given: unknown): given is Approver =>
  given === "operator" || (isRecord(given) && isText(given.id));

export const isListOf = (given: unknown, is: (each: unknown) => boolean): boolean =>
  Array.isArray(given) && given.every(is);

export const isTexts = (given: unknown): boolean => isListOf(given, isText);

export const isMaybe = (given: unknown, is: (value: unknown) => boolean): boolean => given === undefined || is(given);

export const isOneOf = <T extends string>(given: unknown, words: readonly T[]): given is T =>
  words.some((word) => word === given);
