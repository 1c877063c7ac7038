/** The message of whatever was thrown. Never throws, also for values that cannot be made text, or throw at it. */
export function messageOf(cause: unknown): string {
  try {
    if (cause instanceof Error) {
      const message: unknown = cause.message;
      return typeof message === "string" ? message : "an error without a message was thrown";
    }
    if (typeof cause === "object" && cause !== null) return "something that is no error was thrown";
    return String(cause);
  } catch {
    return "something was thrown that cannot be read";
  }
}

/** Whatever was thrown as an error, to be thrown on. */
export const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(messageOf(cause)));
