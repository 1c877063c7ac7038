import { OVER } from "../clock.ts";
import { messageOf } from "../message-of.ts";
import type { Clock } from "../ports.ts";

/** How long a tool may go on after its run was stopped, before it is given up. */
const GRACE_MS = 2_000;

/** What came of a tool: its output, or nothing that anybody waits for any more. */
export type InTime = { readonly how: "ended"; readonly output: unknown } | { readonly how: "given-up" };

/**
 * Waits for a tool, but not longer than a grace after the stop of its run: then it is given up, and `late` gets what it
 * may still come to, which nobody else reads. Rejects with what the tool rejects with in time.
 */
export async function withinGrace(
  running: Promise<unknown>,
  signal: AbortSignal,
  clock: Clock,
  late: (output: string) => void,
): Promise<InTime> {
  const ended = new AbortController();
  let over: () => void = () => undefined;
  const givenUp = new Promise<InTime>((resolve) => {
    over = () => {
      void clock.sleep(GRACE_MS, ended.signal).then(() => {
        resolve({ how: "given-up" });
      });
    };
  });
  if (signal.aborted) over();
  else signal.addEventListener("abort", over, { once: true });
  let isGivenUp = false;
  const inTime = running.then(
    (output): InTime => {
      if (isGivenUp) late(asText(output));
      return { how: "ended", output };
    },
    (cause: unknown): InTime => {
      // A tool that fails after it was given up must not end the process.
      if (!isGivenUp) throw cause;
      late(messageOf(cause));
      return { how: "given-up" };
    },
  );
  try {
    const first = await Promise.race([inTime, givenUp]);
    isGivenUp = first.how === "given-up";
    return first;
  } finally {
    signal.removeEventListener("abort", over);
    ended.abort(OVER);
  }
}

/** What a tool gave as text, whatever its type says. */
export function asText(output: unknown): string {
  if (typeof output === "string") return output;
  try {
    const text: unknown = JSON.stringify(output);
    return typeof text === "string" ? text : String(output);
  } catch {
    return "[a result that is no text]";
  }
}
