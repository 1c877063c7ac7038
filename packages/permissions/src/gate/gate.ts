import type { Authority } from "../authority.ts";
import { decide } from "../decide.ts";
import type { Grant } from "../grant.ts";
import { readRequest, type Request } from "../request.ts";
import type { Verdict } from "../verdict.ts";
import { type Answer, type Ask, hear, type Operator } from "./ask.ts";
import { createLedger, type Holder } from "./ledger.ts";

/** A call may run. */
export interface Permit {
  readonly ok: true;
  readonly verdict: Verdict;
  /** Set when somebody was asked for this very call. */
  readonly answeredBy?: "operator";
  /** Gives back the one-shots that this permit claimed. Only for a call that never started; repeating it does nothing. */
  readonly release: () => void;
}

/** A call may not run, and this is why. */
export interface Refusal {
  readonly ok: false;
  readonly reason: "denied" | "rejected" | "no-approver" | "cancelled";
  readonly verdict: Verdict;
  /** What the operator said, or what happened instead of an answer. */
  readonly because?: string;
}

/** What an explicit ask for permission led to. No grant means that it was allowed already. */
export interface Elevation {
  readonly ok: true;
  readonly verdict: Verdict;
  readonly grant: Grant | undefined;
}

/** Any one call of a category, when an ask names nothing more precise. */
export interface AnyCall {
  readonly category: string;
}

/** What happens at the gate, in order. Every `asked` is followed by one `answered` with the same ask. */
export type GateEvent =
  | { readonly type: "asked"; readonly ask: Ask }
  | { readonly type: "answered"; readonly ask: Ask; readonly answer: Answer }
  | { readonly type: "answered"; readonly ask: Ask; readonly reason: "cancelled" | "failed" }
  | { readonly type: "granted"; readonly grant: Grant }
  | { readonly type: "claimed"; readonly grant: Grant }
  | { readonly type: "released"; readonly grant: Grant };

/** What {@link createGate} takes. */
export interface GateOptions {
  /** `undefined`: nobody can be reached, and what needs a yes is refused at once. */
  readonly operator: Operator | undefined;
  /** Makes the ids of asks and grants, never the same one twice. Without it they count from `p1`. */
  readonly ids?: (() => string) | undefined;
  /** Called for each event, after it took effect. It must not throw; if it does, the gate goes on without it. */
  readonly onEvent?: ((event: GateEvent) => void) | undefined;
}

/** What {@link Gate.authorize} takes beside the request. */
export interface AuthorizeOptions {
  /** Abort it when nobody needs the answer any more: the result is `cancelled`. */
  readonly signal: AbortSignal;
}

/** What {@link Gate.elevate} takes beside the request. */
export interface ElevateOptions extends AuthorizeOptions {
  /** What the asking agent says for itself; it is shown and decides nothing. */
  readonly question?: string | undefined;
}

/** The one place where calls become allowed. Nothing it returns ever rejects. */
export interface Gate {
  /**
   * Lets one call through, or says why not. What needs a yes first uses a one-shot of this holder, and only then asks
   * the operator, once. One-shots are claimed before this resolves, so two calls never share one; a call that still
   * has to be asked about claims none but those that the answer leaves necessary.
   */
  authorize(a: Authority, request: Request, options: AuthorizeOptions): Promise<Permit | Refusal>;
  /**
   * Asks for a permission ahead of the call, and may lift a deny. A yes becomes a one-shot of this holder, for exactly
   * that request or for any one call of the category. A deny cap refuses without asking, and so does an ask cap where
   * only a category is named: it asks about each call, so a yes to any call could not be used.
   */
  elevate(a: Authority, wanted: Request | AnyCall, options: ElevateOptions): Promise<Elevation | Refusal>;
  /** The grants that nobody has used yet, oldest first: of one holder, or of all. */
  grants(holder?: string): readonly Grant[];
  /** Ends a holder: its grants are gone, its open asks are cancelled, and nothing comes back by a late release. */
  forget(holder: string): void;
}

/**
 * Makes a gate. It keeps grants in memory, has no clock and no files, and never waits for somebody who is not there.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { confirming, createGate } from "@polyglav/permissions/gate";
 *
 * const me = root({ id: "root", use: total(carve({ bash: "ask", edit: "deny" }), "ask") });
 * const call = (category: string) => ({ actions: [{ category, resource: ["x"] }] });
 * const { signal } = new AbortController();
 *
 * const attended = createGate({ operator: confirming });
 * assert.ok((await attended.authorize(me, call("bash"), { signal })).ok);
 *
 * const alone = createGate({ operator: undefined });
 * const refusal = await alone.authorize(me, call("bash"), { signal });
 * assert.ok(!refusal.ok && refusal.reason === "no-approver");
 * ```
 */
export function createGate(options: GateOptions): Gate {
  const { operator, ids = countIds() } = options;
  const emit = (event: GateEvent): void => {
    try {
      options.onEvent?.(event);
    } catch {
      // the listener broke its contract; a broken audit must neither open nor stop a call
    }
  };
  const ledger = createLedger(emit);

  /** Asks once. `undefined` is a yes. */
  async function askOperator(ask: Ask, holder: Holder, signal: AbortSignal): Promise<Refusal | undefined> {
    const refuse = (reason: Refusal["reason"], because?: string): Refusal => refusal(reason, ask.verdict, because);
    if (operator === undefined) return refuse("no-approver", "nobody can be asked");
    emit({ type: "asked", ask });
    const heard = await hear(operator, ask, AbortSignal.any([signal, holder.over]));
    emit({ type: "answered", ask, ...heard.event });
    if (heard.say === "cancelled") return refuse("cancelled");
    return heard.say === "once" ? undefined : refuse("rejected", heard.because);
  }

  return Object.freeze({
    async authorize(a, wanted, { signal }) {
      const request = readRequest(wanted);
      const holder = ledger.holder(a.id);
      const verdict = decide(a, request, holder.grants());
      if (signal.aborted) return refusal("cancelled", verdict);
      if (verdict.decision === "allow") return permit(holder, verdict);
      if (verdict.decision === "deny" || verdict.liftable === "no") return refusal("denied", verdict);

      const ask = askFor(a, ids(), { lift: verdict.liftable, scope: "call", request, verdict });
      const no = await askOperator(ask, holder, signal);
      if (no !== undefined) return no;
      const fresh = grantFor(ask, ids());
      // The answer counts for this call, so it is spent before what was granted for a later one.
      const now = decide(a, request, [fresh, ...holder.grants()]);
      if (now.decision !== "allow") return refusal("denied", now);
      if (now.grants.includes(fresh.id)) holder.add(fresh);
      return { ...permit(holder, now), answeredBy: "operator" };
    },

    async elevate(a, wanted, { signal, question }) {
      const isCall = "actions" in wanted;
      const request = readRequest(isCall ? wanted : anyCall(wanted.category));
      const holder = ledger.holder(a.id);
      const verdict = decide(a, request, holder.grants());
      if (signal.aborted) return refusal("cancelled", verdict);
      if (verdict.decision === "allow") return { ok: true, verdict, grant: undefined };
      if (verdict.liftable === "no") return refusal("denied", verdict);

      const scope = isCall ? "call" : "category";
      const ask = askFor(a, ids(), { lift: verdict.liftable, scope, request, verdict, ...(question && { question }) });
      if (decide(a, request, [grantFor(ask, ask.id), ...holder.grants()]).decision !== "allow")
        return refusal("denied", verdict, "each call is asked about by itself: ask for the exact call");
      const no = await askOperator(ask, holder, signal);
      if (no !== undefined) return no;
      const fresh = grantFor(ask, ids());
      const now = decide(a, request, [fresh, ...holder.grants()]);
      if (now.decision !== "allow") return refusal("denied", now);
      holder.add(fresh);
      return { ok: true, verdict: now, grant: fresh };
    },

    grants: (holder) => ledger.grants(holder),
    forget: (holder) => {
      ledger.forget(holder);
    },
  } satisfies Gate);
}

function permit(holder: Holder, verdict: Verdict): Permit {
  return { ok: true, verdict, release: holder.claim(verdict.grants) };
}

function refusal(reason: Refusal["reason"], verdict: Verdict, because?: string): Refusal {
  return { ok: false, reason, verdict, ...(because !== undefined && { because }) };
}

function askFor(a: Authority, id: string, rest: Omit<Ask, "id" | "holder" | "role" | "kind">): Ask {
  const role = a.role === undefined ? {} : { role: a.role };
  return Object.freeze({ id, holder: a.id, ...role, kind: "permission", ...rest });
}

/** The yes to an ask: for exactly what was shown, its advice included, once, and no further than it had to lift. */
function grantFor({ holder, scope, request, lift }: Ask, id: string): Grant {
  const { tool, actions, advice } = request;
  const category = actions[0]?.category ?? "";
  const covers: Grant["covers"] =
    scope === "category" ? { kind: "category", category } : { kind: "request", tool, actions, advice };
  return Object.freeze({ id, holder, covers: Object.freeze(covers), lift, approver: "operator", uses: "once" });
}

const anyCall = (category: string): Request => ({
  actions: [{ category, resource: [] }],
  summary: `any one ${category} call`,
});

function countIds(): () => string {
  let count = 0;
  return () => `p${(count += 1)}`;
}
