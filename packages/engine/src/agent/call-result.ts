import { DeniedCall, type Hindrance, ImpossibleCall } from "./hindrance.ts";
import { messageOf } from "../message-of.ts";

/** What a tool call came to: the words for the model, and what hindered it if it was not carried out. */
export interface Result {
  readonly status: "ok" | "error" | "denied" | "cancelled";
  readonly output: string;
  readonly hindrance?: Hindrance;
}

/** The call did not end before its run was stopped. */
export const cancelled = (): Result => ({
  status: "cancelled",
  output: "cancelled: the run was stopped before this call ended",
});

/** The call cannot be made, or failed: the model reads why and goes on. */
export const error = (text: string): Result => ({ status: "error", output: `error: ${text}` });

/** The same for whatever was thrown. */
export function failure(cause: unknown): Result {
  if (cause instanceof DeniedCall) return { status: "denied", output: cause.message, hindrance: cause.hindrance };
  if (!(cause instanceof ImpossibleCall)) return error(messageOf(cause));
  const hint = cause.hint === undefined ? "" : `. ${cause.hint}`;
  return { ...error(cause.message + hint), hindrance: cause.hindrance };
}
