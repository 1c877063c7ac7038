/**
 * Counts what moves in a tree, so that it is known at once when nothing can: then everybody waits for answers, and the
 * process may end. What runs holds a place; who waits for an answer or for children gives it back meanwhile.
 */
export interface Scheduler {
  /** Something begins to move by itself: the root, a child in the background. */
  readonly begin: () => void;
  readonly end: () => void;
  /** Carries out several things side by side in the place of one. None of them may reject. */
  readonly together: <T>(jobs: readonly (() => Promise<T>)[]) => Promise<readonly T[]>;
  /** Rests until it is woken, by what moves by itself: who wakes it hands over its place. */
  readonly rest: () => Rest;
  /** Waits for the answer to an ask, or for the abort of the signal. */
  readonly waitFor: (ask: string, signal: AbortSignal) => Promise<void>;
  /** An ask was answered: those who wait for it move again. */
  readonly answered: (ask: string) => void;
}

/** Somebody who waits. */
export interface Rest {
  readonly woken: Promise<void>;
  readonly wake: () => void;
}

/** @param onQuiet called with the asks that are waited for when nothing moves */
export function createScheduler(onQuiet: (asks: readonly string[]) => void): Scheduler {
  let moving = 0;
  const waiting = new Map<string, Set<() => void>>();

  const rest = (): void => {
    moving -= 1;
    if (moving === 0 && waiting.size > 0) onQuiet([...waiting.keys()]);
  };
  return {
    begin() {
      moving += 1;
    },
    end: rest,
    async together(jobs) {
      if (jobs.length === 0) return [];
      let left = jobs.length;
      moving += jobs.length - 1;
      return Promise.all(
        jobs.map(async (job) => {
          try {
            return await job();
          } finally {
            left -= 1;
            // The last one hands its place back to the one who waits for all of them.
            if (left > 0) rest();
          }
        }),
      );
    },
    rest() {
      let wake = (): void => undefined;
      const woken = new Promise<void>((resolve) => {
        let isResting = true;
        wake = () => {
          if (!isResting) return;
          isResting = false;
          moving += 1;
          resolve();
        };
      });
      rest();
      return { woken, wake };
    },
    waitFor(ask, signal) {
      return new Promise<void>((resolve) => {
        const wake = (): void => {
          const all = waiting.get(ask);
          if (all?.delete(wake) !== true) return;
          if (all.size === 0) waiting.delete(ask);
          signal.removeEventListener("abort", wake);
          moving += 1;
          resolve();
        };
        if (signal.aborted) {
          resolve();
          return;
        }
        signal.addEventListener("abort", wake, { once: true });
        waiting.set(ask, (waiting.get(ask) ?? new Set()).add(wake));
        rest();
      });
    },
    answered(ask) {
      for (const wake of [...(waiting.get(ask) ?? [])]) wake();
    },
  };
}
