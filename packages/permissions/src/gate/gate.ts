import type { Authority } from "../authority.ts";
import { decide } from "../decide.ts";
import type { Grant } from "../grant.ts";
import { readRequest, type Request } from "../request.ts";
import type { Answer } from "./answer.ts";
import type { Ask } from "./ask.ts";
import { isPending } from "./awaitable.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type AnswerResult, type AskRef, createDesk } from "./desk.ts";
import type { GateEvent } from "./event.ts";
import { createLedger, messageOf } from "./ledger.ts";
import { memoryStore } from "./memory-store.ts";
import type { Addressee } from "./offer.ts";
import type { Operator } from "./operator.ts";
import { type Elevation, lift } from "./elevation.ts";
import { pass } from "./passage.ts";
import { callOf, type Passage, passengerOf, refuse } from "./passenger.ts";
import { createPermit, type Permit } from "./permit.ts";
import type { Refusal } from "./refusal.ts";
import { human, type Route } from "./route.ts";
import type { GateStore, GrantStore } from "./store.ts";
import { uniqueNames } from "./unique.ts";

/** What {@link createGate} takes. */
export interface GateOptions {
  /** Who answers, or a route to those who do. `undefined`: nobody can be reached, and what needs a yes is refused at once. */
  readonly operator: Operator | Route | undefined;
  /** Where asks are open, and grants of a run are kept. Without one: in memory, as long as the gate. */
  readonly store?: GateStore | undefined;
  /** Where the yeses of a session are kept; without one, in `store`. */
  readonly session?: GrantStore | undefined;
  /** Where the yeses of a project are kept; without one, none is offered. */
  readonly project?: GrantStore | undefined;
  readonly clock?: Clock | undefined;
  /** Makes the ids of asks and grants, never the same one twice. Without it the stores do; in memory they count from `p1`. */
  readonly ids?: (() => string) | undefined;
  /** Called for each event, after it took effect. It must not throw; if it does, the gate goes on without it. */
  readonly onEvent?: ((event: GateEvent) => void) | undefined;
}

/** What {@link Gate.authorize} takes beside the request. */
export interface AuthorizeOptions {
  /** Abort it when nobody needs the answer any more: the result is `cancelled`. */
  readonly signal: AbortSignal;
  /**
   * A name for this call, never the same for two calls of one holder. The same call, tried again after a crash or an
   * answer, comes back to its own ask and its own one-shots. Without a name every call is a new one.
   */
  readonly call?: string | undefined;
  /** Who is asked first; `"operator"` if it is not said. */
  readonly to?: Addressee | undefined;
}

/** What {@link Gate.elevate} takes beside the request. */
export interface ElevateOptions extends AuthorizeOptions {
  /** What the asking agent says for itself; it is shown and decides nothing. */
  readonly question?: string | undefined;
}

/** Any one call of a category, when an ask names nothing more precise. */
export interface AnyCall {
  readonly category: string;
}

/** The one place where calls become allowed. */
export interface Gate {
  /**
   * Lets one call through, or says why not; never rejects. What needs a yes first uses grants of this holder, and only
   * then asks, once. One-shots are claimed before this resolves, so two calls never share one; a call that still has
   * to be asked about claims none but those that the answer leaves necessary. It decides with the authority that it is
   * given, and again after the answer.
   */
  authorize(a: Authority, request: Request, options: AuthorizeOptions): Promise<Permit | Refusal>;
  /**
   * Asks for a permission ahead of the call, and may lift a deny; never rejects. A yes becomes a grant of this holder,
   * for exactly that request or for any one call of the category. A deny cap refuses without asking, and so does an
   * ask cap where only a category is named: it asks about each call, so a yes to any call could not be used.
   */
  elevate(a: Authority, wanted: Request | AnyCall, options: ElevateOptions): Promise<Elevation | Refusal>;
  /**
   * Answers an open ask, parked or waited for, in any order. The operator may answer every one; an agent what is
   * addressed to it, yes or no to this one call, as far as it may hand down now. What the yes is worth is decided
   * again when it is used. Rejects when the store fails.
   */
  answer(ask: AskRef, answer: Answer, by: "operator" | Authority): Promise<AnswerResult>;
  /** Gives up an open ask: nobody needs it (`cancelled`), or nobody is left who could use the answer (`lost`). */
  withdraw(ask: string, how?: "cancelled" | "lost"): Promise<boolean>;
  /** The open asks, oldest first. Those past their deadline are closed and not among them. */
  asks(): Promise<readonly Ask[]>;
  /** The grants that can still be used, oldest first: of one holder by its id, or all, with those of sessions and projects. */
  grants(holder?: string): readonly Grant[];
  /** Takes a grant back. `false` when it is over already, or unknown. */
  revoke(grant: string): Promise<boolean>;
  /** Ends a holder: its grants are gone, its open asks are cancelled, and nothing comes back by a late release. */
  forget(holder: string): void;
}

/**
 * Makes a gate. It never waits for somebody who is not there, and trusts no memory: what was granted is decided again
 * at each use.
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
 * const permit = await attended.authorize(me, call("bash"), { signal });
 * assert.ok(permit.ok);
 * permit.start(); // right before the call runs; or permit.release(), if it never does
 *
 * const alone = createGate({ operator: undefined });
 * const refusal = await alone.authorize(me, call("bash"), { signal });
 * assert.ok(!refusal.ok && refusal.reason === "no-approver");
 * ```
 */
export function createGate(options: GateOptions): Gate {
  const { operator, clock = systemClock, store = memoryStore(), ids } = options;
  const emit = (event: GateEvent): void => {
    try {
      options.onEvent?.(event);
    } catch {
      // the listener broke its contract; a broken audit must neither open nor stop a call
    }
  };
  const stores = { run: store, session: options.session ?? store, project: options.project };
  const ledger = createLedger(stores, { clock, ids, emit });
  const desk = createDesk(ledger, clock);
  const passage: Passage = { route: routeTo(operator), desk, ledger, clock, emit };
  const unique = uniqueNames();

  return Object.freeze({
    async authorize(a, wanted, { signal, call: name, to = "operator" }) {
      const request = readRequest(wanted);
      const plain = decide(a, request);
      const call = callOf(a, request, name);
      if (signal.aborted) return refuse(call, "cancelled", plain, passage);
      // What the words allow needs no grant, so nothing that is stored can get in its way.
      if (plain.decision === "allow") return createPermit({ call, verdict: plain, claimed: undefined }, passage);
      return pass(passengerOf(a, request, { name, to, signal }, unique), plain, passage);
    },

    async elevate(a, wanted, { signal, call: name, to = "operator", question }) {
      const { scope, request } = readWanted(wanted);
      const who = passengerOf(a, request, { name, to, signal }, unique);
      const plain = decide(a, request);
      if (signal.aborted) return refuse(who.call, "cancelled", plain, passage);
      return lift(who, plain, { scope, question }, passage);
    },

    answer: (ask, answer, by) => desk.answer(ask, answer, by),
    withdraw: (ask, how = "cancelled") => desk.withdraw(ask, how),
    asks: async () => desk.open(),
    grants: (holder) => ledger.grants(holder),
    revoke: (grant) => ledger.revoke(grant),
    forget(holder) {
      const fault = (cause: unknown): void => {
        emit({ type: "fault", message: messageOf(cause) });
      };
      try {
        const cancelling = desk.cancelAll(holder);
        if (isPending(cancelling))
          void Promise.resolve(cancelling)
            .then(() => ledger.forget(holder))
            .catch(fault);
        else {
          const forgetting = ledger.forget(holder);
          if (isPending(forgetting)) Promise.resolve(forgetting).catch(fault);
        }
      } catch (cause) {
        fault(cause);
      }
    },
  } satisfies Gate);
}

function routeTo(operator: GateOptions["operator"]): Route {
  if (operator === undefined) return () => "unreachable";
  return typeof operator === "function" ? operator : human(operator);
}

/** Reads what is asked for. What is neither a request nor a category asks for nothing, which nobody is given. */
function readWanted(wanted: Request | AnyCall): { readonly scope: "call" | "category"; readonly request: Request } {
  try {
    if ("actions" in wanted) return { scope: "call", request: readRequest(wanted) };
    return { scope: "category", request: readRequest(anyCall(wanted.category)) };
  } catch {
    // no object, whatever its type says, or one whose getters throw
    return { scope: "call", request: readRequest({ actions: [] }) };
  }
}

const anyCall = (category: string): Request => ({
  actions: [{ category, resource: [] }],
  summary: `any one ${category} call`,
});
