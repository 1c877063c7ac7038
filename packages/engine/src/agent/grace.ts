import { OVER } from "../clock.ts";
import type { Clock } from "../ports.ts";

/** How long a tool may go on after its run was stopped, before it is given up. */
const GRACE_MS = 2_000;

/**
 * Waits for a tool, but not longer than a grace after the stop of its run: then it is given up, and `late` gets what it
 * may still come to, which nobody else reads.
 */
export async function withinGrace(
  running: Promise<string>,
  signal: AbortSignal,
  clock: Clock,
  late: (output: string) => void,
): Promise<string | undefined> {
  const ended = new AbortController();
  let over: () => void = () => undefined;
  const givenUp = new Promise<undefined>((resolve) => {
    over = () => {
      void clock.sleep(GRACE_MS, ended.signal).then(() => {
        resolve(undefined);
      });
    };
  });
  if (signal.aborted) over();
  else signal.addEventListener("abort", over, { once: true });
  let isGivenUp = false;
  running.then(
    (output) => {
      if (isGivenUp) late(output);
    },
    (cause: unknown) => {
      // A tool that fails after it was given up must not end the process.
      if (isGivenUp) late(String(cause));
    },
  );
  try {
    const output = await Promise.race([running, givenUp]);
    isGivenUp = output === undefined;
    return output;
  } finally {
    signal.removeEventListener("abort", over);
    ended.abort(OVER);
  }
}
