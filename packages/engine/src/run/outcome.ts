import type { Usage } from "../model/usage.ts";

/**
 * How a run ended. `done` is the only success; everything else keeps what was said so far in `content`.
 *
 * - `empty`: the model ended its turn without a word; `no_output`: it did not give what was asked for.
 * - `limit`: steps, depth, agents or the length of an answer ran out; `timeout`: the time did.
 * - `denied`: stopped because the same call was refused again and again.
 * - `refused`: never started. `cancelled`: somebody stopped it. `error`: everything else.
 */
export interface Outcome {
  readonly status: OutcomeStatus;
  /** The final answer, or the last words before the end. */
  readonly content: string;
  /** The answer as a value, where it had to fit a schema and does. */
  readonly value?: unknown;
  readonly error?: RunError;
}

/** The words for how a run can end. */
export const OUTCOME_STATUSES = [
  "done",
  "empty",
  "no_output",
  "limit",
  "timeout",
  "denied",
  "refused",
  "cancelled",
  "error",
] as const;
export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];

/** What went wrong, for programs (`code`) and for people (`message`, `hint`). */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** A call in the tree that was refused, with the reason as it was told to the model. */
export interface Denial {
  readonly run: string;
  readonly role: string;
  readonly tool: string;
  readonly summary: string;
  readonly reason: string;
}

/** The word and the exit code of a whole run, as programs read them. */
export interface RunEnd {
  readonly status: "ok" | "error" | "denied" | "limit" | "waiting" | "cancelled";
  readonly exitCode: number;
  /** `waiting` for one that is parked: it has not ended. */
  readonly outcome: OutcomeStatus | "waiting";
  readonly content: string;
  /** The answer as a value, where it had to fit a schema and does. */
  readonly value?: unknown;
  readonly denials: readonly Denial[];
  readonly usage: Usage;
  /** The same by role and model; its lines add up to it. */
  readonly bill?: readonly { readonly role: string; readonly model: string; readonly usage: Usage }[];
  readonly error?: RunError;
  /** Set for a run that waits: what it waits for, to be answered before it is resumed. */
  readonly waiting?: { readonly run: string; readonly asks: readonly string[] };
}
