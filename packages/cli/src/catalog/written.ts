import type { Problem } from "@polyglav/registry";
import { CommandError } from "../command-error.ts";
import type { ExitName } from "../exit-codes.ts";
import { displayWhere, type Viewpoint } from "../view/place.ts";

/** Says why something was not written. */
export function notWritten(problem: Problem, viewpoint: Viewpoint): CommandError {
  const where = displayWhere(problem, viewpoint);
  return new CommandError(`${where === "" ? "" : `${where}: `}${problem.message}`, {
    code: "POLYGLAV_NOT_WRITTEN",
    exit: exitOf(problem.code),
    hint: problem.hint,
  });
}

/** A name or value is the person's to correct, a folder or disk that refuses is the machine's, all else is in the file. */
function exitOf(code: string): ExitName {
  // What cannot be said in a file came from the command line.
  if (code === "file/not-json") return "usage";
  if (code === "file/cannot-write" || code === "file/locked" || code === "file/no-home") return "not-ready";
  return code.startsWith("file/") ? "config" : "usage";
}
