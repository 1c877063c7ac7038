import type { ExitName } from "./exit-codes.ts";
import type { Line } from "./line.ts";

export interface CommandErrorOptions {
  readonly code: string;
  readonly exit: ExitName;
  /** What the person can do about it, as one line. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  /** What people read before the message, such as the commands that there are. */
  readonly details?: readonly Line[];
}

/** An expected "no": the command ends with this message, and with the exit code that `exit` names. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: string;
  readonly exit: ExitName;
  readonly hint: string | undefined;
  readonly details: readonly Line[];

  constructor(message: string, options: CommandErrorOptions) {
    super(message, { cause: options.cause });
    this.code = options.code;
    this.exit = options.exit;
    this.hint = options.hint;
    this.details = options.details ?? [];
  }
}

/** Says that the command line cannot be understood or done as written: exit code 2. */
export function usageError(message: string, hint?: string): CommandError {
  return new CommandError(message, { code: "POLYGLAV_USAGE", exit: "usage", hint });
}

/** Turns whatever was thrown into something that can be shown: foreign errors become an unexpected fault. */
export function asCommandError(thrown: unknown): CommandError {
  if (thrown instanceof CommandError) return thrown;
  return new CommandError(`unexpected fault: ${messageOf(thrown)}`, {
    code: "POLYGLAV_UNEXPECTED",
    exit: "failed",
    hint: "Run it again with --debug to see where it came from",
    cause: thrown,
  });
}

/** Reads the message of anything that can be thrown, hostile values included. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message === "" ? thrown.name : thrown.message;
  return typeof thrown === "string" ? thrown : "something that is no Error was thrown";
}

/** The `code` of a system error such as `ENOENT`. */
export function systemCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !("code" in thrown)) return undefined;
  return typeof thrown.code === "string" ? thrown.code : undefined;
}
