import type { RunError } from "../run/outcome.ts";

/** A model request that failed, as far as it matters for what to do next. */
export interface ModelFault {
  readonly error: RunError;
  /** Whether the same request may succeed a moment later. */
  readonly retryable: boolean;
  /** Whether another model may do better: not where the request itself is to blame. */
  readonly elsewhere: boolean;
  /** Whether too much was asked of the provider: then everybody who asks it has to wait. */
  readonly throttled: boolean;
  /** How long the provider asked us to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** How often a request was made, and what else there is. */
export interface Tried {
  /** How many requests were made to this model for this step, the failed one included. */
  readonly attempt: number;
  /** How many may follow the first. */
  readonly retries: number;
  /** Whether there is another model. */
  readonly hasNext: boolean;
}

export type RetryPlan =
  | { readonly then: "retry"; readonly waitMs: number }
  | { readonly then: "next-model" | "give-up"; readonly error: RunError };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** The longest wait that a provider may ask for. */
export const LONGEST_RETRY_AFTER_MS = 120_000;

/**
 * Decides what follows a failed model request. Waits double from half a second to half a minute, with jitter so that a
 * tree of agents does not come back all at once; a wait that the provider asks for is kept to the letter, unless it is
 * longer than two minutes. What does not get better by waiting, or has not after all retries, is for the next model,
 * unless that would fail as well; without a next one the run ends and says so.
 *
 * @param random a number from 0 up to 1
 */
export function planRetry(fault: ModelFault, { attempt, retries, hasNext }: Tried, random: number): RetryPlan {
  const then = fault.elsewhere && hasNext ? "next-model" : "give-up";
  if (!fault.retryable) return { then, error: fault.error };
  if (attempt > retries) return { then, error: exhausted(fault.error, attempt) };
  if (fault.retryAfterMs !== undefined && fault.retryAfterMs > LONGEST_RETRY_AFTER_MS) {
    const seconds = Math.ceil(fault.retryAfterMs / 1000);
    return { then, error: { ...fault.error, hint: `The provider asks to wait ${seconds} s: try again then` } };
  }
  return { then: "retry", waitMs: waitOf(fault, attempt, random) };
}

/** How long to stay away from a provider after a fault, in milliseconds: never longer than two minutes. */
export function waitOf(fault: ModelFault, attempt: number, random: number): number {
  if (fault.retryAfterMs !== undefined) return Math.min(Math.ceil(fault.retryAfterMs), LONGEST_RETRY_AFTER_MS);
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  return Math.round(longest / 2 + (longest / 2) * random);
}

function exhausted(error: RunError, attempts: number): RunError {
  return attempts === 1 ? error : { ...error, message: `${error.message} (after ${attempts} attempts)` };
}
