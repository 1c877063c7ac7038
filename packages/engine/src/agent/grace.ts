import type { Clock } from "../ports.ts";

/** How long a tool may go on after its run was stopped, before its result is dropped. */
const GRACE_MS = 3_000;

/** Waits for a tool, but not longer than a grace after the stop of its run: its late result is dropped. */
export async function withinGrace(
  running: Promise<string>,
  signal: AbortSignal,
  clock: Clock,
): Promise<string | undefined> {
  const ended = new AbortController();
  const late = async (): Promise<undefined> => {
    await aborted(AbortSignal.any([signal, ended.signal]));
    await clock.sleep(GRACE_MS, ended.signal);
    return undefined;
  };
  try {
    return await Promise.race([running, late()]);
  } finally {
    ended.abort();
    // A tool that fails after it was given up must not end the process.
    running.catch(() => undefined);
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener(
      "abort",
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
