import { OVER } from "../clock.ts";

/** Waits for an answer, but not past the abort of a signal; whoever fails to answer has given none. */
export async function hear(
  ask: (signal: AbortSignal) => Promise<string | undefined>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const over = new AbortController();
  const stopped = new Promise<undefined>((resolve) => {
    const done = (): void => {
      resolve(undefined);
    };
    if (signal.aborted) done();
    else signal.addEventListener("abort", done, { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([Promise.resolve().then(() => ask(signal)), stopped]);
  } catch {
    return undefined; // whatever an operator throws: it is no answer
  } finally {
    over.abort(OVER);
  }
}
