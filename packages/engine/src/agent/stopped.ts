import { messageOf } from "../message-of.ts";
import type { Outcome } from "../run/outcome.ts";
import { stopOf } from "../run/stop.ts";

/** What a stop from outside means for an agent; its last words are kept. */
export function outcomeOfStop(signal: AbortSignal, content: string): Outcome {
  const why = stopOf(signal);
  switch (why.kind) {
    case "timeout": {
      const message = `Cannot go on: ${why.ms} ms have passed`;
      return { status: "timeout", content, error: { code: "POLYGLAV_TIMEOUT", message } };
    }
    case "log":
      return logFaultOutcome(why.message, content);
    case "unanswered": {
      const hint = "Be there to answer, let it wait with --on-ask park, or allow it in advance";
      return {
        status: "denied",
        content,
        error: { code: "POLYGLAV_ASK", message: `Cannot go on: ${why.message}`, hint },
      };
    }
    case "cancelled":
    case "left":
    case "parked":
      return { status: "cancelled", content };
  }
}

/** The end of a run whose log failed: what is not in the log did not happen for whoever reads it later. */
export function logFaultOutcome(fault: unknown, content: string): Outcome {
  const message = `Cannot write the log of the run: ${messageOf(fault)}`;
  return { status: "error", content, error: { code: "POLYGLAV_LOG", message } };
}
