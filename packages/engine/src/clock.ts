import type { Clock } from "./ports.ts";

/** The longest wait that a timer takes (2^31 - 1 ms); it ends longer ones at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Why a wait is over that nobody needs any more. A reason that is there already: without one, an abort makes an error
 * with the whole stack in it, which costs more than a step.
 */
export const OVER = "over";

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    for (let left = ms; left > 0 && !signal.aborted; left -= LONGEST_TIMER_MS) {
      await timer(Math.min(left, LONGEST_TIMER_MS), signal);
    }
  },
};

function timer(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const id = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(id);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
