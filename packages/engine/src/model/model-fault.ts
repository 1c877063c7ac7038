import { APICallError, InvalidResponseDataError } from "@ai-sdk/provider";
import { messageOf } from "../message-of.ts";
import { type SentError, readSentError } from "./sent-error.ts";
import type { ModelFault } from "./retry.ts";

/**
 * Says what an error of a provider means for the run: whether to try again, whether another model may do better, and
 * what to tell. A rejected key is `POLYGLAV_KEY_REJECTED`; everything else that a provider answers is
 * `POLYGLAV_MODEL_FAILED`. Never throws.
 *
 * @param now the present, in milliseconds since 1970, for a `Retry-After` that names a date
 */
export function modelFault(cause: unknown, now: number): ModelFault {
  const error = unwrap(cause);
  if (APICallError.isInstance(error)) return apiFault(error, now);
  // What providers make of a stream that just ends, or of an answer that is no stream at all.
  if (InvalidResponseDataError.isInstance(error)) return cutFault();
  const code = ownString(error, "code");
  if (code?.startsWith("POLYGLAV_") === true) {
    const hint = ownString(error, "hint");
    return fault({ code, message: messageOf(error), ...(hint === undefined ? {} : { hint }) }, {});
  }
  const sent = readSentError(error);
  if (sent !== undefined) return sentFault(sent);
  const name = error instanceof Error ? error.name : "";
  const retryable = isConnectionFault(error) || GARBLED.has(name);
  return fault(failed(messageOf(error)), { retryable, elsewhere: retryable || UNREADY.has(name) });
}

/** A model that said nothing for too long. */
export function idleFault(ms: number): ModelFault {
  return fault(
    {
      code: "POLYGLAV_MODEL_IDLE",
      message: `Cannot get an answer from the model: it said nothing for ${ms} ms`,
      hint: "A slow model needs a longer --idle-timeout",
    },
    { retryable: true, elsewhere: true },
  );
}

/** A model that was not done in time, however much it said. */
export function slowFault(ms: number): ModelFault {
  return fault(
    { code: "POLYGLAV_MODEL_SLOW", message: `Cannot get an answer from the model: it was not done after ${ms} ms` },
    { retryable: true, elsewhere: true },
  );
}

/** An answer that stopped in the middle: it ended without a finish reason. */
export function cutFault(): ModelFault {
  return fault(
    {
      code: "POLYGLAV_MODEL_CUT",
      message: "Cannot use the answer of the model: it broke off before its end",
    },
    { retryable: true, elsewhere: true },
  );
}

/** An answer without a word and without a call. */
export function emptyFault(): ModelFault {
  return fault(
    { code: "POLYGLAV_MODEL_EMPTY", message: "Cannot use the answer of the model: it ended without a word" },
    { retryable: true, elsewhere: true },
  );
}

const UNPROMISING = { retryable: false, elsewhere: false, throttled: false };

function fault(error: ModelFault["error"], more: Partial<Omit<ModelFault, "error">>): ModelFault {
  return { ...UNPROMISING, ...more, error };
}

function failed(what: string): ModelFault["error"] {
  return { code: "POLYGLAV_MODEL_FAILED", message: `Cannot get an answer from the model: ${what}` };
}

function apiFault(error: APICallError, now: number): ModelFault {
  const status = error.statusCode;
  if (status === 401 || status === 403) {
    return fault(
      {
        code: "POLYGLAV_KEY_REJECTED",
        message: `Cannot use the model: the provider refused the key (${status})`,
        hint: "Check the environment variable that api_key_env names",
      },
      { elsewhere: true },
    );
  }
  // With a status of success, the answer began and its connection broke in the middle.
  if (status !== undefined && status < 400) return cutFault();
  const after = retryAfterMs(error.responseHeaders ?? {}, now);
  const how =
    status === undefined
      ? connectionPlan(error.isRetryable || isConnectionFault(error.cause))
      : statusPlan(status, isOutOfCredit(error.responseBody));
  const what = status === undefined ? error.message : `the provider answered ${status}: ${error.message}`;
  return fault(failed(what), { ...how, ...(after === undefined ? {} : { retryAfterMs: after }) });
}

/** An error in the middle of a stream has no headers; some say themselves whether to try again. */
function sentFault({ message, status, isRetryable }: SentError): ModelFault {
  const how = status === undefined ? connectionPlan(false) : statusPlan(status, false);
  const retryable = isRetryable ?? how.retryable;
  return fault(failed(message), { ...how, retryable, elsewhere: how.elsewhere || retryable });
}

type Plan = Pick<ModelFault, "retryable" | "elsewhere" | "throttled">;

function connectionPlan(retryable: boolean): Plan {
  return { retryable, elsewhere: retryable, throttled: false };
}

/**
 * What a status means. A request that is wrong (400, 413, 422 and the like) is as wrong for every other model; a model
 * that there is not, an account without credit, and a server in trouble are not.
 */
function statusPlan(status: number, outOfCredit: boolean): Plan {
  const retryable = !outOfCredit && (RETRYABLE.has(status) || status >= 500);
  const elsewhere = retryable || outOfCredit || ELSEWHERE.has(status);
  // 529 is what Anthropic says for 429 of everybody together.
  return { retryable, elsewhere, throttled: retryable && (status === 429 || status === 503 || status === 529) };
}

const RETRYABLE: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const ELSEWHERE: ReadonlySet<number> = new Set([401, 402, 403, 404]);

/** OpenAI and those who copy it answer 429 also where no waiting helps. */
function isOutOfCredit(body: string | undefined): boolean {
  return body?.includes("insufficient_quota") === true;
}

/** Errors of the SDK for an answer that is no answer; the next one may be. */
const GARBLED: ReadonlySet<string> = new Set([
  "AI_JSONParseError",
  "AI_TypeValidationError",
  "AI_EmptyResponseBodyError",
  "AI_NoContentGeneratedError",
]);

/** Errors of the SDK for a model that cannot be asked at all, whatever the request. */
const UNREADY: ReadonlySet<string> = new Set(["AI_LoadAPIKeyError", "AI_LoadSettingError", "AI_NoSuchModelError"]);

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

/** Middleware may call the SDK, which wraps what happened: its retry error holds the last one, an output error its cause. */
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

function ownString(value: unknown, key: string): string | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  const found: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  return typeof found === "string" ? found : undefined;
}
