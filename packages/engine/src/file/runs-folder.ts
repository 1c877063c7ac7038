import { lstatSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { makeFolder } from "./make-folder.ts";
import type { RunStoreError } from "../store/run-store-error.ts";
import { diskError, errorCode } from "./disk-error.ts";

/** Logs contain what models read, secrets perhaps: they are for the operator alone. */
const OWN_FOLDER = 0o700;

/**
 * Makes the folder for the logs of all runs, where it is missing, and one in it for this run. Refuses a folder that a
 * link leads away: that of the runs out of the folder that holds `.polyglav`, that of the run out of that of the runs.
 */
export function makeRunFolder(dir: string, run: string): void {
  refuseLeadingOut(dir);
  try {
    // A folder that was there is its owner's, and stays as it is.
    if (makeFolder(dir, OWN_FOLDER)) hideFromGit(dir);
  } catch (cause) {
    throw errorCode(cause) === "EEXIST" ? inTheWay(dir, cause) : cause;
  }
  const folder = join(dir, run);
  makeFolder(folder, OWN_FOLDER);
  refuseLink(dir, run);
}

/** Gives the folder of a run; `undefined` where there is none. Refuses what {@link makeRunFolder} refuses. */
export function findRunFolder(dir: string, run: string): string | undefined {
  refuseLeadingOut(dir);
  const folder = join(dir, run);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) refuseLink(dir, run);
  return stats?.isDirectory() === true ? folder : undefined;
}

/** Makes a folder in the folder of a run, where it is missing. Throws what the system raises, also for a link. */
export function makeInnerFolder(folder: string): void {
  if (isOwnFolder(folder)) return;
  try {
    mkdirSync(folder, { mode: OWN_FOLDER });
  } catch (cause) {
    // Another process made it meanwhile.
    if (!isOwnFolder(folder)) throw cause;
  }
}

/** Tells whether something is a folder, and no link to one. */
export function isOwnFolder(folder: string): boolean {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}

function refuseLink(dir: string, run: string): void {
  const folder = join(dir, run);
  if (!isThere(folder) || realpathSync.native(folder) !== join(realpathSync.native(dir), run))
    throw leadsOut("folder of the run", folder);
}

function hideFromGit(dir: string): void {
  // The flag: another process may be making the same folder, and then the same file.
  try {
    writeFileSync(join(dir, ".gitignore"), "*\n", { flag: "wx" });
  } catch (cause) {
    if (errorCode(cause) !== "EEXIST") throw cause;
  }
}

/** A folder that came from somebody else must not choose where on the disk logs are made. */
export function refuseLeadingOut(dir: string): void {
  const holder = holderOf(dir);
  if (holder === undefined || !isThere(holder)) return;
  const [real, realHolder] = [realpathSync.native(nearestThere(resolve(dir))), realpathSync.native(holder)];
  const isInside = real === realHolder || real.startsWith(realHolder.endsWith(sep) ? realHolder : realHolder + sep);
  if (!isInside) throw leadsOut("folder of the runs", dir);
}

/** Gives the folder that holds the `.polyglav` of a path; `undefined` when the logs are kept somewhere else. */
function holderOf(dir: string): string | undefined {
  const segments = resolve(dir).split(sep);
  const at = segments.lastIndexOf(".polyglav");
  return at === -1 ? undefined : segments.slice(0, at).join(sep) || sep;
}

function nearestThere(path: string): string {
  return isThere(path) || dirname(path) === path ? path : nearestThere(dirname(path));
}

function isThere(path: string): boolean {
  try {
    realpathSync.native(path);
    return true;
  } catch {
    // ENOENT mostly; whatever it was, making the folder meets it again and reports it.
    return false;
  }
}

function leadsOut(what: string, path: string): RunStoreError {
  const because = { state: "a link leads it somewhere else", hint: "Put a folder in the place of the link" };
  return diskError(`Cannot use the ${what} "${path}"`, undefined, because);
}

function inTheWay(dir: string, cause: unknown): RunStoreError {
  const isLink = lstatSync(dir, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const because = isLink
    ? { state: "a link to nowhere has its name", hint: "Remove the link" }
    : { state: "a file has its name", hint: "Move the file that is in the way" };
  return diskError(`Cannot make the folder of the runs "${dir}"`, cause, because);
}
