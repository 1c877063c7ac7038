import type { Grant, Lift } from "../grant.ts";
import { actionKey, adviceKey, type Request } from "../request.ts";
import type { Verdict } from "../verdict.ts";
import type { Say } from "./answer.ts";
import type { Wider } from "./wider.ts";

/** Who answers: the operator, or an agent, by the id of its authority. An agent may be called anything, also "operator". */
export type Approver = Grant["approver"];

/**
 * A question. It is plain data: it may be stored, sent and shown somewhere else, and answered there by its id. The
 * request is a frozen copy: what is shown is what is granted.
 */
export interface Ask {
  readonly id: string;
  /** The id of the authority that wants the call; a yes is for nobody else. */
  readonly holder: string;
  /** The names of the roles from the root down to the holder, for people. */
  readonly chain: readonly string[];
  readonly role?: string;
  /** The name that the holder gave to its call; absent where it gave none, and then the call cannot come back to this ask. */
  readonly call?: string;
  readonly kind: "permission";
  /** What a yes means: `"confirm"` an ask, or `"elevate"` over a deny. */
  readonly lift: Lift;
  /** `"call"`: a yes is for this request; `"category"`: for any one call of its category that nothing else asks about. */
  readonly scope: "call" | "category";
  readonly request: Request;
  /**
   * What an answer is bound to: holder, scope, tool, actions and advice, written in one way as JSON. It is the text
   * itself and no hash of it, so two different questions never share one. For people there is the `id`.
   */
  readonly digest: string;
  readonly verdict: Verdict;
  /** What the asking agent says for itself; it is shown and decides nothing. */
  readonly question?: string;
  /** Who is asked. The operator may answer every ask, whoever is asked. */
  readonly to: Approver;
  /** Milliseconds since the epoch after which it is refused. Absent: it waits until it is answered or given up. */
  readonly deadline?: number;
  /** The answers that are offered; any other is a no. */
  readonly allowed: readonly Say[];
  /** Patterns that a standing answer may name instead of exactly this call, with the words to show for each. */
  readonly wider: readonly Wider[];
}

/** Writes what an answer is bound to. Neither the order nor the repetition of actions makes a difference. */
export function digestOf(holder: string, scope: Ask["scope"], { tool, actions, advice = [] }: Request): string {
  return JSON.stringify([
    holder,
    scope,
    tool ?? null,
    sortedSet(actions.map(actionKey)),
    sortedSet(advice.map(adviceKey)),
  ]);
}

/**
 * Names one call of one holder, so that what it claims is its own: two calls never share a name, and a call that
 * reuses the name of another to do something else has a name of its own.
 */
export function callKey(call: string, { tool, actions }: Request): string {
  return JSON.stringify([call, tool ?? null, sortedSet(actions.map(actionKey))]);
}

const sortedSet = (keys: readonly string[]): readonly string[] => [...new Set(keys)].toSorted();
