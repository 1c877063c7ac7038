/** The message of whatever was thrown. Never throws, also for values that cannot be made text. */
export function messageOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message;
  if (typeof cause === "object" && cause !== null) return "something that is no error was thrown";
  return String(cause);
}
