import { RunStoreError } from "../store/run-store-error.ts";

/**
 * Says what the disk refused. A run that meets it at its start is refused: nothing was done yet.
 *
 * @param what what could not be done
 * @param because why, where what the system says about it would not tell
 */
export function diskError(
  what: string,
  cause: unknown,
  because?: { readonly state: string; readonly hint: string },
): RunStoreError {
  if (cause instanceof RunStoreError) return cause;
  const code = errorCode(cause);
  const state = because?.state ?? STATES.get(code) ?? (cause instanceof Error ? cause.message : String(cause));
  const hint = because?.hint ?? HINTS.get(code) ?? "Logs go into .polyglav/runs of the folder that the run works in";
  return new RunStoreError("POLYGLAV_RUN_FOLDER", `${what}: ${state}`, { hint, cause });
}

/** Reads the error code of a fault of the system, such as `ENOENT`; "" for anything else. */
export function errorCode(cause: unknown): string {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
}

const STATES: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "the system makes no folder there"],
  ["EACCES", "permission denied"],
  ["EPERM", "the system does not permit it"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["ENOTDIR", "a part of the path is a file"],
  ["EEXIST", "it exists already"],
  ["ENAMETOOLONG", "the path is too long"],
]);

const ACCESS = "Make the folder writable, or run in a folder that is";
const SPACE = "Make room, then run again";

const HINTS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "Run in a folder that can hold others"],
  ["EACCES", ACCESS],
  ["EPERM", ACCESS],
  ["EROFS", ACCESS],
  ["ENOSPC", SPACE],
  ["EDQUOT", SPACE],
  ["ENOTDIR", "Move the file that is in the way"],
  ["EEXIST", "Move what is in the way"],
]);
