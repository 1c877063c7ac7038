/**
 * A queue between those who report and the one who reads. Several runs of a tree report at once; one reader gets all,
 * in the order in which they were reported.
 */
export interface Feed<T> {
  readonly push: (item: T) => void;
  /** No more will come. What was pushed before is still delivered. */
  readonly end: () => void;
  readonly items: () => AsyncGenerator<T, void>;
}

export function createFeed<T>(): Feed<T> {
  let waiting: T[] = [];
  let ended = false;
  let wake: (() => void) | undefined;

  const signal = (): void => {
    wake?.();
    wake = undefined;
  };
  return {
    push(item) {
      waiting.push(item);
      signal();
    },
    end() {
      ended = true;
      signal();
    },
    async *items() {
      for (;;) {
        const batch = waiting;
        waiting = [];
        yield* batch;
        if (waiting.length > 0) continue;
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
