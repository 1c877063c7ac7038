import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { In } from "../world.ts";
import { dropTypedAhead } from "./type-ahead.ts";

/** One person at one terminal: questions wait for each other, each gets one line. */
export interface Terminal {
  /**
   * Shows the question and waits for a line; `undefined` when none comes any more. Never rejects. Where the line is not
   * understood, `unclear` gives what is shown before the next one.
   */
  readonly ask: (show: Show, signal: AbortSignal, unclear?: Unclear) => Promise<string | undefined>;
}

type Show = () => Promise<void>;
export type Unclear = (line: string) => Show | undefined;

/** A terminal that is closed gives an end of stdin and a signal; which of them comes first is anybody's guess. */
const HANG_UP_MS = 100;

export function openTerminal(stdin: In): Terminal {
  // After the end of stdin no question need be shown any more: nobody can answer it.
  let ended = false;
  let last: Promise<unknown> = Promise.resolve();
  const askNow = async (show: Show, signal: AbortSignal, unclear?: Unclear): Promise<string | undefined> => {
    if (ended || signal.aborted) return undefined;
    const input = stdin.open();
    await dropTypedAhead(input, stdin.interrupt);
    await show();
    const answer = await readLine(input, signal);
    if (answer === "end") {
      ended = true;
      // A stop is no answer, and what is stopped meanwhile says so itself.
      await isAbortedWithin(HANG_UP_MS, signal);
      return undefined;
    }
    if (answer === "stopped") return undefined;
    const again = unclear?.(answer.line);
    return again === undefined ? answer.line : askNow(again, signal, unclear);
  };
  return {
    ask: (show, signal, unclear) => {
      const answer = last.then(() => askNow(show, signal, unclear));
      last = answer.catch(() => undefined);
      return answer.catch(() => undefined);
    },
  };
}

function isAbortedWithin(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve(signal.aborted);
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish);
    if (signal.aborted) finish();
  });
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
      input.off("error", end);
      reader.removeAllListeners();
      reader.close();
      input.pause();
      resolve(read);
    };
    const stop = (): void => {
      finish("stopped");
    };
    const end = (): void => {
      finish("end");
    };
    signal.addEventListener("abort", stop);
    // A terminal that went away cannot be read (EIO).
    input.on("error", end);
    reader.once("line", (line) => {
      finish({ line });
    });
    reader.once("close", end);
  });
}
