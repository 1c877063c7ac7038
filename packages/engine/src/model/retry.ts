import type { RunError } from "../run/outcome.ts";

/** A model request that failed, as far as it matters for what to do next. */
export interface ModelFault {
  readonly error: RunError;
  /** Whether the same request may succeed a moment later. */
  readonly retryable: boolean;
  /** How long the provider asked us to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

export type RetryPlan =
  { readonly retry: true; readonly waitMs: number } | { readonly retry: false; readonly error: RunError };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_RETRY_AFTER_MS = 120_000;

/**
 * Decides what follows a failed model request. Waits double from half a second to half a minute, with jitter so that a
 * tree of agents does not come back all at once; a wait that the provider asks for is kept to the letter, unless it is
 * longer than two minutes: then the run ends and says so.
 *
 * @param attempt how many requests were made for this step, the failed one included
 * @param retries how many may follow the first
 * @param random a number from 0 up to 1
 */
export function planRetry(fault: ModelFault, attempt: number, retries: number, random: number): RetryPlan {
  if (!fault.retryable) return { retry: false, error: fault.error };
  if (attempt > retries) return { retry: false, error: exhausted(fault.error, attempt) };
  if (fault.retryAfterMs !== undefined) {
    if (fault.retryAfterMs > LONGEST_RETRY_AFTER_MS) {
      const seconds = Math.ceil(fault.retryAfterMs / 1000);
      return {
        retry: false,
        error: { ...fault.error, hint: `The provider asks to wait ${seconds} s: try again then` },
      };
    }
    return { retry: true, waitMs: Math.ceil(fault.retryAfterMs) };
  }
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  return { retry: true, waitMs: Math.round(longest / 2 + (longest / 2) * random) };
}

function exhausted(error: RunError, attempts: number): RunError {
  return attempts === 1 ? error : { ...error, message: `${error.message} (after ${attempts} attempts)` };
}
