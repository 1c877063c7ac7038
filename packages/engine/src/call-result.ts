import { CallRefused } from "./denial.ts";
import { messageOf } from "./message-of.ts";

/** What a tool call came to: the words for the model, and the kind of refusal if it was one. */
export interface Result {
  readonly status: "ok" | "error" | "denied" | "cancelled";
  readonly output: string;
  readonly refusal?: string;
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
  const refusal = cause instanceof CallRefused ? { refusal: `limit ${cause.code}` } : {};
  const hint = cause instanceof CallRefused && cause.hint !== undefined ? `. ${cause.hint}` : "";
  return { ...error(messageOf(cause) + hint), ...refusal };
}
