import type { Clock } from "../ports.ts";

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** How many sleep right now: a test waits for this before it advances. */
  readonly sleepers: () => number;
  /**
   * Moves the time on by `ms` milliseconds and wakes, in order, everybody whose time has come; also those who fall
   * asleep on the way. Resolves when what they do at once is done.
   */
  readonly advance: (ms: number) => Promise<void>;
}

/**
 * Makes a clock for tests, so that nobody waits.
 *
 * @param startMs milliseconds since 1970; the default is the first second of 2026
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { fakeClock } from "@polyglav/engine/testing";
 *
 * const clock = fakeClock(0);
 * let awake = false;
 * void clock.sleep(1_000, new AbortController().signal).then(() => (awake = true));
 *
 * await clock.advance(999);
 * assert.equal(awake, false);
 * await clock.advance(1);
 * assert.equal(awake, true);
 * assert.equal(clock.now(), 1_000);
 * ```
 */
export function fakeClock(startMs: number = Date.UTC(2026, 0)): FakeClock {
  let now = startMs;
  const sleeping = new Set<Sleeper>();

  const firstUntil = (end: number): Sleeper | undefined => {
    let first: Sleeper | undefined;
    for (const sleeper of sleeping)
      if (sleeper.until <= end && sleeper.until < (first?.until ?? Infinity)) first = sleeper;
    return first;
  };
  return {
    now: () => now,
    sleepers: () => sleeping.size,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || ms <= 0) {
          resolve();
          return;
        }
        const sleeper = { until: now + ms, wake };
        sleeping.add(sleeper);
        signal.addEventListener("abort", wake, { once: true });
        function wake(): void {
          sleeping.delete(sleeper);
          signal.removeEventListener("abort", wake);
          resolve();
        }
      }),
    async advance(ms) {
      const end = now + ms;
      for (let next = firstUntil(end); next !== undefined; next = firstUntil(end)) {
        now = next.until;
        next.wake();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** Lets everything happen that waits for no timer. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
