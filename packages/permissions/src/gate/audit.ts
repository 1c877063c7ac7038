import type { Grant } from "../grant.ts";
import type { Action } from "../request.ts";
import type { Verdict } from "../verdict.ts";
import type { Approver } from "./ask.ts";
import { isoOf } from "./clock.ts";
import type { Call, GateEvent } from "./event.ts";

/** One line of an audit: what happened at a gate, and enough to say to whom, about what and why. */
export interface AuditEntry {
  /** When, as ISO 8601 in UTC. */
  readonly t: string;
  readonly type: GateEvent["type"];
  /** The id of the authority that it is about; of a grant for a chain of roles, who it happened for. */
  readonly holder?: string;
  readonly chain?: readonly string[];
  readonly role?: string;
  readonly call?: string;
  readonly ask?: string;
  readonly grant?: string;
  readonly tool?: string;
  readonly summary?: string;
  readonly actions?: readonly Action[];
  readonly decision?: string;
  /** The reasons of the decision, as people read them. */
  readonly because?: readonly string[];
  readonly answer?: string;
  /** Who is asked. */
  readonly to?: Approver;
  /** Who answered, or who gave the grant. */
  readonly by?: Approver;
  readonly reason?: string;
  /** What was said with an answer or a refusal, or what failed. */
  readonly message?: string;
  readonly lift?: string;
  readonly uses?: string;
  /** The pattern or category that a grant is for, where it is not for exactly one request. */
  readonly covers?: string;
  readonly until?: string;
}

/**
 * Writes an event as an entry of an audit: plain data for one line of JSON. `now` is in milliseconds since the epoch. Never
 * throws because of a time: one beyond all dates is written as the nearest date.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { type AuditEntry, auditEntry, createGate } from "@polyglav/permissions/gate";
 *
 * const audit: AuditEntry[] = [];
 * const gate = createGate({ operator: undefined, onEvent: (event) => audit.push(auditEntry(event, Date.now())) });
 * const me = root({ id: "r1", use: total(carve({ bash: "ask" }), "ask") });
 * const ls = { actions: [{ category: "bash", resource: ["ls"] }] };
 * await gate.authorize(me, ls, { signal: new AbortController().signal });
 * assert.deepEqual(audit.map(({ type, holder, reason }) => [type, holder, reason]), [["refused", "r1", "no-approver"]]);
 * ```
 */
export function auditEntry(event: GateEvent, now: number): AuditEntry {
  const t = isoOf(now);
  switch (event.type) {
    case "asked": {
      const { ask } = event;
      const until = ask.deadline === undefined ? {} : { until: isoOf(ask.deadline) };
      return {
        t,
        type: event.type,
        ask: ask.id,
        ...aboutCall(ask),
        ...aboutVerdict(ask),
        lift: ask.lift,
        to: ask.to,
        ...until,
      };
    }
    case "answered": {
      const head = { t, type: event.type, ask: event.ask.id, ...aboutCall(event.ask) };
      if ("reason" in event) return { ...head, reason: event.reason };
      const { answer, by } = event;
      const said = answer.say === "deny" && answer.because !== undefined ? { message: answer.because } : {};
      return { ...head, answer: answer.say, by, ...said };
    }
    case "granted":
    case "claimed":
    case "released":
      return { t, type: event.type, holder: event.holder, ...aboutGrant(event) };
    case "revoked":
    case "expired":
      return { t, type: event.type, ...aboutGrant(event) };
    case "started":
      return { t, type: event.type, ...aboutCall(event.call), ...aboutVerdict(event) };
    case "refused": {
      const { reason, because, ask } = event;
      const more = { ...(because !== undefined && { message: because }), ...(ask !== undefined && { ask: ask.id }) };
      return { t, type: event.type, reason, ...aboutCall(event.call), ...aboutVerdict(event), ...more };
    }
    case "fault":
      return { t, type: event.type, message: event.message };
  }
}

function aboutCall({ holder, chain, role, call, request }: Call): Partial<AuditEntry> {
  const { tool, summary, actions } = request;
  return {
    holder,
    chain,
    ...(role !== undefined && { role }),
    ...(call !== undefined && { call }),
    ...(tool !== undefined && { tool }),
    ...(summary !== undefined && { summary }),
    actions,
  };
}

function aboutVerdict({ verdict }: { readonly verdict: Verdict }): Partial<AuditEntry> {
  return { decision: verdict.decision, because: verdict.because.map(({ text }) => text) };
}

function aboutGrant({ grant }: { readonly grant: Grant }): Partial<AuditEntry> {
  const { id, holder, covers, lift, approver, uses, until } = grant;
  return {
    grant: id,
    ...(typeof holder === "string" ? { holder } : { chain: holder.chain }),
    lift,
    uses,
    by: approver,
    ...(covers.kind === "request" ? { actions: covers.actions } : {}),
    ...(covers.kind === "category" && { covers: covers.category }),
    ...(covers.kind === "pattern" && { covers: `${covers.category} ${covers.pattern}` }),
    ...(until !== undefined && { until: isoOf(until) }),
  };
}
