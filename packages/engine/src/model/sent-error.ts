/** An error that a provider sent as a part of its answer. */
export interface SentError {
  readonly message: string;
  readonly status: number | undefined;
  /** What it says itself. */
  readonly isRetryable: boolean | undefined;
}

/**
 * Reads an error that came in the middle of a stream: most providers pass on what the server sent, which is no Error.
 * `undefined` for an Error that says nothing about itself, and for what has no message. Total.
 */
export function readSentError(error: unknown): SentError | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const inner = own(error, "error") ?? own(own(error, "response"), "error");
  const both = [inner, error];
  const message = own(inner, "message") ?? own(error, "message");
  if (typeof message !== "string") return undefined;
  const status = both.flatMap((each) => STATUS_KEYS.map((key) => asStatus(own(each, key)))).find(isKnown);
  const isRetryable = both.flatMap((each) => RETRY_KEYS.map((key) => own(each, key))).find(isBoolean);
  if (error instanceof Error && status === undefined && isRetryable === undefined) return undefined;
  return { message, status: status ?? MESSAGES.get(message.trim().toLowerCase()), isRetryable };
}

const STATUS_KEYS = ["statusCode", "status_code", "status", "code"] as const;
const RETRY_KEYS = ["isRetryable", "is_retryable"] as const;

/** Servers that send no status, but words that have one. */
const MESSAGES: ReadonlyMap<string, number> = new Map([
  ["overloaded", 503],
  ["overloaded error", 503],
  ["model overloaded", 503],
  ["service unavailable", 503],
  ["internal server error", 500],
]);

const isKnown = (status: number | undefined): boolean => status !== undefined;
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

function asStatus(value: unknown): number | undefined {
  const status = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

function own(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const found: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  return found;
}
