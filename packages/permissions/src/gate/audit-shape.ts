import { isDecision } from "../decision.ts";
import { actionOf, isRecord } from "../request.ts";
import { SAYS } from "./answer.ts";
import type { AuditEntry } from "./audit.ts";
import { isOneOf, isApprover, isListOf, isMaybe, isText, isTexts } from "./shape.ts";

/** Tells whether a value from outside is an entry of an audit: of a type that there is, with fields of their types. */
export function isAuditEntry(given: unknown): given is AuditEntry {
  if (!isRecord(given)) return false;
  const { t, type, holder, chain, role, call, ask, grant, tool, summary, actions, decision, because } = given;
  const { answer, to, by, reason, message, lift, uses, covers, until } = given;
  return (
    isDate(t) &&
    isText(type) &&
    Object.hasOwn(TYPES, type) &&
    [holder, role, call, ask, grant, tool, summary, reason, message, lift, uses, covers].every((text) =>
      isMaybe(text, isText),
    ) &&
    [chain, because].every((texts) => isMaybe(texts, isTexts)) &&
    [to, by].every((who) => isMaybe(who, isApprover)) &&
    isMaybe(actions, (list) => isListOf(list, (each) => actionOf(each) !== undefined)) &&
    isMaybe(decision, isDecision) &&
    isMaybe(answer, (say) => isOneOf(say, SAYS)) &&
    isMaybe(until, isDate)
  );
}

const TYPES: Readonly<Record<AuditEntry["type"], true>> = {
  asked: true,
  answered: true,
  granted: true,
  claimed: true,
  released: true,
  revoked: true,
  expired: true,
  started: true,
  refused: true,
  fault: true,
};

/** Tells whether a value is a date as an audit writes it, which is one way for each moment. */
function isDate(given: unknown): boolean {
  if (!isText(given)) return false;
  const date = new Date(given);
  return !Number.isNaN(date.getTime()) && date.toISOString() === given;
}
