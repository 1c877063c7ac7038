import { quote } from "./quote.ts";

/** What went wrong in a tool, by its stable name. */
export type ToolErrorCode =
  | "POLYGLAV_BAD_PATH"
  | "POLYGLAV_FILE_NOT_FOUND"
  | "POLYGLAV_NOT_A_FILE"
  | "POLYGLAV_NOT_A_FOLDER"
  | "POLYGLAV_NOT_TEXT"
  | "POLYGLAV_FILE_TOO_LARGE"
  | "POLYGLAV_PAST_THE_END"
  | "POLYGLAV_NO_MATCH"
  | "POLYGLAV_MANY_MATCHES"
  | "POLYGLAV_NO_CHANGE"
  | "POLYGLAV_TARGET_CHANGED"
  | "POLYGLAV_FILE_CHANGED"
  | "POLYGLAV_DISK"
  | "POLYGLAV_NO_SHELL"
  | "POLYGLAV_NO_WORKTREE";

/**
 * Says why a tool could not do a call. The message is meant for the model and names what it needs to go on; `code` is
 * stable; `hint`, where there is one, says what to do next; `cause` is the fault of the system behind it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ToolError, createTools } from "@polyglav/tools";
 *
 * const { read } = createTools({ worktree: process.cwd() });
 * const error: unknown = await read.execute({ path: "no such file" }, { toolCallId: "1" }).catch((e: unknown) => e);
 * assert(error instanceof ToolError);
 * assert.equal(error.code, "POLYGLAV_FILE_NOT_FOUND");
 * ```
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ToolErrorCode;
  readonly hint: string | undefined;

  constructor(
    code: ToolErrorCode,
    message: string,
    options: { readonly hint?: string; readonly cause?: unknown } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.hint = options.hint;
  }
}

/** Reads the error code of a fault of the system, such as `ENOENT`; "" for anything else. */
export function systemCode(fault: unknown): string {
  return fault instanceof Error && "code" in fault && typeof fault.code === "string" ? fault.code : "";
}

/** Puts a fault of the file system into words. */
export function diskError(action: string, path: string, cause: unknown): ToolError {
  if (cause instanceof ToolError) return cause;
  const system = systemCode(cause);
  return new ToolError(
    CODES.get(system) ?? "POLYGLAV_DISK",
    `Cannot ${action} ${quote(path)}: ${describeFault(system)}`,
    {
      cause,
    },
  );
}

/** Puts the code of a fault of the system into words; unknown ones are named as they are. */
export function describeFault(system: string): string {
  return FAULTS.get(system) ?? `the system says ${system === "" ? "no more than that it failed" : system}`;
}

const CODES = new Map<string, ToolErrorCode>([
  ["ENOENT", "POLYGLAV_FILE_NOT_FOUND"],
  ["EISDIR", "POLYGLAV_NOT_A_FILE"],
  ["ENOTDIR", "POLYGLAV_NOT_A_FOLDER"],
  ["ENAMETOOLONG", "POLYGLAV_BAD_PATH"],
  ["ELOOP", "POLYGLAV_BAD_PATH"],
  ["ERR_INVALID_ARG_VALUE", "POLYGLAV_BAD_PATH"],
]);

const FAULTS = new Map([
  ["ENOENT", "it does not exist"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "a part of the path is not a folder"],
  ["EEXIST", "a part of the path is not a folder"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ELOOP", "its links lead in a circle"],
  ["ERR_INVALID_ARG_VALUE", "it holds a NUL byte"],
  ["EACCES", "the system gives no permission"],
  ["EPERM", "the system gives no permission"],
  ["EROFS", "the disk is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
]);
