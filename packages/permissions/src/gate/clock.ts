/** Time, so that tests need not wait. All figures are milliseconds. */
export interface Clock {
  /** Milliseconds since the epoch. It may step back: what was over once stays over. */
  readonly now: () => number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The last moment that a date can be, in milliseconds since the epoch; the first one is as far before it. */
export const LATEST_MS = 8.64e15;

/** Tells whether a value from outside is a moment, in milliseconds since the epoch. */
export const isTime = (given: unknown): given is number => typeof given === "number" && Math.abs(given) <= LATEST_MS;

/** Writes a moment as ISO 8601 in UTC. Never throws: what is beyond all dates is the nearest one, and no number is 0. */
export const isoOf = (ms: number): string =>
  new Date(Math.max(-LATEST_MS, Math.min(LATEST_MS, Number.isNaN(ms) ? 0 : ms))).toISOString();

/** The time of the machine. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  async sleep(ms, signal) {
    for (let left = ms; left > 0 && !signal.aborted; left -= LONGEST_TIMER_MS) {
      await timer(Math.min(left, LONGEST_TIMER_MS), signal);
    }
  },
} satisfies Clock);

/** The longest wait that a timer takes (2^31 - 1 ms); it ends longer ones at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

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
