import { APICallError, InvalidResponseDataError } from "ai";
import { messageOf } from "../message-of.ts";
import type { ModelFault } from "./retry.ts";

/**
 * Says what an error of the AI SDK means for the run: whether to try again, and what to tell. A rejected key is
 * `POLYGLAV_KEY_REJECTED`; everything else that a provider answers is `POLYGLAV_MODEL_FAILED`. Never throws.
 *
 * @param now the present, in milliseconds since 1970, for a `Retry-After` that names a date
 */
export function modelFault(cause: unknown, now: number): ModelFault {
  const error = unwrap(cause);
  if (APICallError.isInstance(error)) return apiFault(error, now);
  // What the SDK makes of a stream that just ends, or of an answer that is no stream at all.
  if (InvalidResponseDataError.isInstance(error)) return cutFault();
  const code = ownString(error, "code");
  const message = messageOf(error);
  if (code?.startsWith("POLYGLAV_") === true) {
    const hint = ownString(error, "hint");
    return { retryable: false, error: { code, message, ...(hint === undefined ? {} : { hint }) } };
  }
  return {
    retryable: isConnectionFault(error) || saysRetryable(error),
    error: { code: "POLYGLAV_MODEL_FAILED", message: `Cannot get an answer from the model: ${message}` },
  };
}

/** A model that said nothing for too long. */
export function idleFault(ms: number): ModelFault {
  return {
    retryable: true,
    error: {
      code: "POLYGLAV_MODEL_IDLE",
      message: `Cannot get an answer from the model: it said nothing for ${ms} ms`,
      hint: "A slow model needs a longer --idle-timeout",
    },
  };
}

/** An answer that stopped in the middle: the stream ended without a finish reason. */
export function cutFault(): ModelFault {
  return {
    retryable: true,
    error: {
      code: "POLYGLAV_MODEL_CUT",
      message: "Cannot use the answer of the model: it broke off before its end",
    },
  };
}

function apiFault(error: APICallError, now: number): ModelFault {
  const status = error.statusCode;
  if (status === 401 || status === 403) {
    return {
      retryable: false,
      error: {
        code: "POLYGLAV_KEY_REJECTED",
        message: `Cannot use the model: the provider refused the key (${status})`,
        hint: "Check the environment variable that api_key_env names",
      },
    };
  }
  const after = retryAfterMs(error.responseHeaders ?? {}, now);
  // With a status of success, the answer began and its connection broke in the middle.
  if (status !== undefined && status < 400) return cutFault();
  const retryable =
    status === undefined ? error.isRetryable || isConnectionFault(error.cause) : isRetryableStatus(status);
  const what = status === undefined ? error.message : `the provider answered ${status}: ${error.message}`;
  return {
    retryable,
    error: { code: "POLYGLAV_MODEL_FAILED", message: `Cannot get an answer from the model: ${what}` },
    ...(after === undefined ? {} : { retryAfterMs: after }),
  };
}

function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;
}

/** Reads `retry-after-ms`, and `Retry-After` as seconds or as a date (RFC 9110, section 10.2.3). */
function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const ms = numberIn(headers["retry-after-ms"]);
  if (ms !== undefined) return ms;
  const after = headers["retry-after"];
  const seconds = numberIn(after);
  if (seconds !== undefined) return seconds * 1000;
  // Only what looks like an HTTP date: the parser of the platform takes "-3" for a day of a long gone year.
  const date = after !== undefined && /^[A-Z][a-z]{2},? /.test(after) ? Date.parse(after) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The SDK wraps what happened: the retry error holds the last one, an output error its cause. */
function unwrap(cause: unknown): unknown {
  if (!(cause instanceof Error) || APICallError.isInstance(cause)) return cause;
  if (cause.name === "AI_RetryError" && "lastError" in cause) return unwrap(cause.lastError);
  if (cause.name === "AI_NoOutputGeneratedError" && cause.cause !== undefined) return unwrap(cause.cause);
  return cause;
}

/** `fetch` reports a connection that broke as a TypeError whose cause carries the code of the system. */
function isConnectionFault(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const code = ownString(at, "code");
    if (code !== undefined && /^(ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|UND_ERR|EHOST|ENET)/.test(code)) return true;
    if (at instanceof TypeError && /fetch failed|terminated|network/i.test(at.message)) return true;
  }
  return false;
}

/** An error that a provider sends in the middle of its stream says itself whether to try again. */
function saysRetryable(error: unknown): boolean {
  return error instanceof Error && "isRetryable" in error && error.isRetryable === true;
}

function ownString(value: unknown, key: string): string | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  const found: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  return typeof found === "string" ? found : undefined;
}
