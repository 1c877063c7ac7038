/** Told after a change which names it changed. */
export type Subscriber = (names: ReadonlySet<string>) => void;

export interface Subscribers {
  /** Adds one and returns what takes it away again. */
  readonly add: (subscriber: Subscriber) => () => void;
  readonly isEmpty: () => boolean;
  /**
   * Tells everybody, in the order in which they were added. A change that a subscriber makes is told when everybody
   * knows of the one before. Throws an `AggregateError` of what they threw, after everybody was told.
   */
  readonly tell: (names: ReadonlySet<string>) => void;
}

export function createSubscribers(): Subscribers {
  const all = new Set<{ readonly subscriber: Subscriber }>();
  const waiting: ReadonlySet<string>[] = [];
  let isTelling = false;

  function tellWaiting(): readonly unknown[] {
    const errors: unknown[] = [];
    for (let names = waiting.shift(); names !== undefined; names = waiting.shift()) {
      for (const one of [...all]) {
        try {
          if (all.has(one)) one.subscriber(names);
        } catch (error) {
          errors.push(error);
        }
      }
    }
    return errors;
  }

  return {
    add(subscriber) {
      const one = { subscriber };
      all.add(one);
      return () => void all.delete(one);
    },
    isEmpty: () => all.size === 0,
    tell(names) {
      if (names.size === 0) return;
      waiting.push(names);
      if (isTelling) return;
      isTelling = true;
      const errors = tellWaiting();
      isTelling = false;
      if (errors.length > 0) {
        throw new AggregateError(errors, `Cannot tell every subscriber: ${errors.length} of them threw`);
      }
    },
  };
}
