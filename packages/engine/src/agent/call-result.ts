import { DeniedCall, type Hindrance, ImpossibleCall } from "./hindrance.ts";
import type { ToolStatus } from "../log/run-event.ts";
import { messageOf } from "../message-of.ts";

/** What a tool call came to: the words for the model, and what hindered it if it was not carried out. */
export interface Result {
  readonly status: ToolStatus;
  readonly output: string;
  readonly hindrance?: Hindrance;
}

/** The call did not end before its run was stopped. */
export const cancelled = (): Result => ({
  status: "cancelled",
  output: "cancelled: the run was stopped before this call ended",
});

/** The call was told to stop and did not: whether it takes effect after all, nobody knows. */
export const givenUp = (tool: string): Result => ({
  status: "cancelled",
  output: `cancelled: the run was stopped, this ${tool} call did not stop with it and was given up. Whether it took effect is unknown: check before you do it again.`,
});

/** The call cannot be made, or failed: the model reads why and goes on. */
export const error = (text: string): Result => ({ status: "error", output: `error: ${text}` });

/** The same for whatever was thrown. */
export function failure(cause: unknown): Result {
  try {
    return knownFailure(cause) ?? error(messageOf(cause));
  } catch {
    // A proxy can throw at every look.
    return error("something was thrown that cannot be read");
  }
}

function knownFailure(cause: unknown): Result | undefined {
  if (cause instanceof DeniedCall) return { status: "denied", output: cause.message, hindrance: cause.hindrance };
  if (!(cause instanceof ImpossibleCall)) return undefined;
  const hint = cause.hint === undefined ? "" : `. ${cause.hint}`;
  return { ...error(cause.message + hint), hindrance: cause.hindrance };
}

/** The call had begun when its process died. The model is told, because acting as if nothing had happened does it twice. */
export const outcomeUnknown = (tool: string): Result => ({
  status: "unknown",
  output: `interrupted: the outcome of this ${tool} call is unknown, because the process died while it ran. Check first whether it took effect before you do it again.`,
});
