/** The log of a run that cannot be made or written. A run that meets it at its start is refused: nothing was done yet. */
export class RunFolderError extends Error {
  override readonly name = "RunFolderError";
  readonly code = "POLYGLAV_RUN_FOLDER";
  readonly hint: string;

  /** @param state what could not be done; what the system says about it is added */
  constructor(state: string, cause: unknown) {
    const code = errorCode(cause);
    super(`${state}: ${STATES.get(code) ?? (cause instanceof Error ? cause.message : String(cause))}`, { cause });
    this.hint = HINTS.get(code) ?? "Logs go into .polyglav/runs of the folder that the run works in";
  }
}

function errorCode(cause: unknown): string {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
}

const STATES: ReadonlyMap<string, string> = new Map([
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
  ["EACCES", ACCESS],
  ["EPERM", ACCESS],
  ["EROFS", ACCESS],
  ["ENOSPC", SPACE],
  ["EDQUOT", SPACE],
  ["ENOTDIR", "Move the file that is in the way"],
  ["EEXIST", "A run has its own log: choose another id"],
]);
