/**
 * Lets all who wait at the same time wait for one sync: of two that come one after the other, the second begins when the
 * first has ended, for everything that was written until then. What it gives is `undefined` where nothing is to wait for.
 *
 * After a sync that failed all others fail, too: the system forgets what it could not write, so that a second try that
 * succeeds says nothing about it.
 *
 * @param written how much was written until now; it only rises
 * @param before how much of it is on the disk already
 */
export function groupCommit(
  sync: () => Promise<void>,
  written: () => number,
  before: number,
): () => Promise<void> | undefined {
  let synced = before;
  let running: { readonly upTo: number; readonly done: Promise<void> } | undefined;
  let next: Promise<void> | undefined;
  let failed: Promise<void> | undefined;

  const round = async (former: Promise<void> | undefined): Promise<void> => {
    // Even the first waits for its turn, so that those who write in the same moment are with it.
    await former;
    const upTo = written();
    const done = sync();
    next = undefined;
    running = { upTo, done };
    try {
      await done;
      synced = upTo;
      running = undefined;
    } catch (cause) {
      failed = done;
      throw cause;
    }
  };
  return () => {
    if (failed !== undefined) return failed;
    if (synced === written()) return undefined;
    if (running?.upTo === written()) return running.done;
    next ??= round(running?.done);
    return next;
  };
}
