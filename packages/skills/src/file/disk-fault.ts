/** What the codes of the system mean for a person who looks after the file. */
const STATES: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission is denied"],
  ["EPERM", "permission is denied"],
  ["ENOENT", "its symbolic link leads nowhere"],
  ["ENOTDIR", "a part of its path is not a folder"],
  ["EEXIST", "a file is in its way"],
  ["EROFS", "the disk is read-only"],
  ["ENOSPC", "the disk is full"],
  ["ELOOP", "its symbolic links form a loop"],
]);

/** Gives the code of an error that the system raised, such as `ENOENT`. */
export function faultCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Puts an error that the system raised into words that end a message. */
export function faultState(error: unknown): string {
  const code = faultCode(error);
  return STATES.get(code ?? "") ?? `the system says ${code ?? String(error)}`;
}
