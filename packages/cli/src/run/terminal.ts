import { createInterface } from "node:readline";
import type { In } from "../world.ts";

/** One person at one terminal: questions wait for each other, each gets one line. */
export interface Terminal {
  /** Shows the question and waits for a line; `undefined` when none comes any more. Never rejects. */
  readonly ask: (show: () => Promise<void>, signal: AbortSignal) => Promise<string | undefined>;
}

export function openTerminal(stdin: In): Terminal {
  let gone = false;
  let last: Promise<unknown> = Promise.resolve();
  const askNow = async (show: () => Promise<void>, signal: AbortSignal): Promise<string | undefined> => {
    if (gone || signal.aborted) return undefined;
    await show();
    const answer = await readLine(stdin, signal);
    // After the end of stdin every read would end at once, but a question that nobody can answer need not be shown.
    if (answer === undefined && !signal.aborted) gone = true;
    return answer;
  };
  return {
    ask: (show, signal) => {
      const answer = last.then(() => askNow(show, signal));
      last = answer.catch(() => undefined);
      return answer.catch(() => undefined);
    },
  };
}

/**
 * Reads one line. The terminal stays in its usual mode, so that Ctrl-C is the signal that it is everywhere. What was
 * typed beyond the line is dropped: it cannot answer a question that was not seen yet.
 */
function readLine(stdin: In, signal: AbortSignal): Promise<string | undefined> {
  const input = stdin.open();
  const reader = createInterface({ input, terminal: false });
  return new Promise((resolve) => {
    const end = (line: string | undefined): void => {
      signal.removeEventListener("abort", stop);
      reader.removeAllListeners();
      reader.close();
      input.pause();
      resolve(line);
    };
    const stop = (): void => {
      end(undefined);
    };
    signal.addEventListener("abort", stop);
    reader.once("line", end);
    reader.once("close", stop);
    reader.once("error", stop);
  });
}
