const turns = new Map<string, Promise<unknown>>();

/**
 * Does one thing at a time for each key, in the order of the calls, in this process. Two agents that change one file
 * at once would otherwise lose one of the changes.
 */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(key) ?? Promise.resolve()).then(work);
  // The next one waits for the end, whatever it was; the caller of this one gets the failure.
  const done = mine.catch(() => undefined);
  turns.set(key, done);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === done) turns.delete(key);
  }
}
