/** Something on disk that cannot be used, for programs (`code`) and for people (`message`, `hint`). */
export interface StoreProblem {
  readonly code: "grants/unreadable" | "grants/not-private" | "grants/replaced";
  readonly severity: "error";
  readonly message: string;
  readonly hint?: string;
  readonly file: string;
  /** Counted from 1. */
  readonly line?: number;
}

/** A store that cannot be read or written. Nothing in it counts, and nothing in it was changed. */
export class GrantStoreError extends Error {
  override readonly name = "GrantStoreError";
  readonly code = "POLYGLAV_GRANT_STORE";
  readonly problem: StoreProblem | undefined;
  readonly hint: string | undefined;

  constructor(message: string, options: { readonly problem?: StoreProblem; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.problem = options.problem;
    this.hint = options.problem?.hint;
  }
}

/** Gives the code of an error that the system raised, such as `ENOENT`. */
export function faultCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Puts an error that the system raised into words that end a message. */
export function faultState(error: unknown): string {
  const code = faultCode(error);
  return STATES.get(code ?? "") ?? (code === undefined ? String(error) : `the system says ${code}`);
}

const STATES: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission is denied"],
  ["EPERM", "permission is denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "a part of its path is not a folder"],
  ["EEXIST", "a part of its path is not a folder"],
  ["ELOOP", "it is a symbolic link"],
  ["ENXIO", "it is not a regular file"],
]);
