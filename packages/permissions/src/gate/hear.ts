import { type Answer, readAnswer } from "./answer.ts";
import type { Ask } from "./ask.ts";
import type { Clock } from "./clock.ts";
import type { Operator } from "./operator.ts";
import type { AskEnd } from "./store.ts";

/** What came of an ask: an answer of the one who was asked, or something else first. */
export type Heard =
  | { readonly from: "asked"; readonly answer: Answer }
  | { readonly from: "asked"; readonly how: "cancelled" | "expired" | "failed"; readonly because?: string }
  /** Somebody has closed it already, through the gate. */
  | { readonly from: "elsewhere"; readonly end: AskEnd };

/** Who waits for an ask of this process. */
export interface Hearing {
  readonly heard: Promise<Heard>;
  /** Ends it, because the ask was closed through the gate. */
  readonly wake: (end: AskEnd) => void;
}

/**
 * Asks, and waits for the answer, the abort, the deadline or the word from elsewhere, whichever is first; what comes
 * later counts for nothing, and then the signal that was handed to the one who is asked aborts. Never rejects.
 */
export function hear(answer: Operator["answer"], ask: Ask, signal: AbortSignal, clock: Clock): Hearing {
  const over = new AbortController();
  let settle: (heard: Heard) => void = () => undefined;
  const heard = new Promise<Heard>((resolve) => {
    settle = (value) => {
      signal.removeEventListener("abort", stop);
      resolve(value);
      over.abort();
    };
  });
  function stop(): void {
    settle({ from: "asked", how: "cancelled" });
  }

  if (signal.aborted) stop();
  else {
    signal.addEventListener("abort", stop, { once: true });
    void answerOf(answer, ask, over.signal).then(settle);
    void expiryOf(ask, over.signal, clock).then((isExpired) => {
      if (isExpired) settle({ from: "asked", how: "expired" });
    });
  }
  return {
    heard,
    wake: (end) => {
      settle({ from: "elsewhere", end });
    },
  };
}

async function answerOf(answer: Operator["answer"], ask: Ask, signal: AbortSignal): Promise<Heard> {
  try {
    return { from: "asked", answer: readAnswer(await answer(ask, signal)) };
  } catch (error) {
    const because = `no answer: ${error instanceof Error ? error.message : String(error)}`;
    return { from: "asked", how: "failed", because };
  }
}

/** Waits as long as the deadline is away; a clock that steps meanwhile does not make it longer. */
async function expiryOf({ deadline }: Ask, signal: AbortSignal, clock: Clock): Promise<boolean> {
  if (deadline === undefined) return false;
  await clock.sleep(Math.max(0, deadline - clock.now()), signal);
  return !signal.aborted;
}
