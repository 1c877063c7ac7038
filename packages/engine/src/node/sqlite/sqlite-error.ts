import { RunStoreError } from "../../store/run-store-error.ts";
import { diskError } from "../../file/disk-error.ts";

/** Says what the database refused, in the words of the disk where it is the disk. */
export function sqliteError(what: string, cause: unknown): RunStoreError {
  const because = cause instanceof Error && "errcode" in cause ? BECAUSE.get(Number(cause.errcode) & 0xff) : undefined;
  return diskError(what, cause, because);
}

const ACCESS = "Make the file and its folder writable";

/** By the result codes of SQLite, without what they say beyond the first byte. */
const BECAUSE: ReadonlyMap<number, { readonly state: string; readonly hint: string }> = new Map([
  [5, { state: "another process does not let go of it", hint: "Wait, or end the process that has it open" }],
  [8, { state: "it may not be written", hint: ACCESS }],
  [11, { state: "it is damaged", hint: "Move the file away, and run again" }],
  [13, { state: "the disk is full", hint: "Make room, then run again" }],
  [14, { state: "it cannot be opened", hint: ACCESS }],
  [26, { state: "it is no database", hint: "Move the file away, or name another one" }],
]);
