/** The message of whatever was thrown. Never throws, also for values that cannot be made text, or throw at it. */
export function messageOf(cause: unknown): string {
  try {
    if (cause instanceof Error) return String(cause.message);
    if (typeof cause === "object" && cause !== null) return "something that is no error was thrown";
    return String(cause);
  } catch {
    return "something was thrown that cannot be read";
  }
}
