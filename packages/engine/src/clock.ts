import type { Clock } from "./ports.ts";

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done, { once: true });
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      }
    }),
};

/**
 * Aborts a controller after `ms` unless `until` aborts first.
 *
 * The wait ends with `until`, so that no timer outlives its run.
 */
export function abortAfter(
  ms: number,
  reason: unknown,
  controller: AbortController,
  clock: Clock,
  until: AbortSignal,
): void {
  void clock.sleep(ms, until).then(() => {
    if (!until.aborted) controller.abort(reason);
  });
}
