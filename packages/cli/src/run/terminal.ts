import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { In } from "../world.ts";
import { dropTypedAhead } from "./type-ahead.ts";

/** One person at one terminal: questions wait for each other, each gets one line. */
export interface Terminal {
  /** Shows the question and waits for a line; `undefined` when none comes any more. Never rejects. */
  readonly ask: (show: () => Promise<void>, signal: AbortSignal) => Promise<string | undefined>;
}

export function openTerminal(stdin: In): Terminal {
  // After the end of stdin no question need be shown any more: nobody can answer it.
  let ended = false;
  let last: Promise<unknown> = Promise.resolve();
  const askNow = async (show: () => Promise<void>, signal: AbortSignal): Promise<string | undefined> => {
    if (ended || signal.aborted) return undefined;
    const input = stdin.open();
    await dropTypedAhead(input, stdin.interrupt);
    await show();
    const answer = await readLine(input, signal);
    ended = answer === "end";
    return answer === "end" || answer === "stopped" ? undefined : answer.line;
  };
  return {
    ask: (show, signal) => {
      const answer = last.then(() => askNow(show, signal));
      last = answer.catch(() => undefined);
      return answer.catch(() => undefined);
    },
  };
}

type LineRead = { readonly line: string } | "end" | "stopped";

/** Reads one line. The terminal stays in its usual mode, so that Ctrl-C is the signal that it is everywhere. */
function readLine(input: Readable, signal: AbortSignal): Promise<LineRead> {
  // An ended stream would never say so again.
  if (input.readableEnded || input.destroyed) return Promise.resolve("end");
  if (signal.aborted) return Promise.resolve("stopped");
  const reader = createInterface({ input, terminal: false });
  return new Promise((resolve) => {
    const finish = (read: LineRead): void => {
      signal.removeEventListener("abort", stop);
      reader.removeAllListeners();
      reader.close();
      input.pause();
      resolve(read);
    };
    const stop = (): void => {
      finish("stopped");
    };
    signal.addEventListener("abort", stop);
    reader.once("line", (line) => {
      finish({ line });
    });
    reader.once("close", () => {
      finish("end");
    });
  });
}
