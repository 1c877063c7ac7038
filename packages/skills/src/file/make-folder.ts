import { mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { faultCode } from "./disk-fault.ts";
import { isInside } from "./scan-place.ts";

/**
 * Makes a folder and those above it that are missing, the highest first. Throws what the system raises. Node's own
 * recursive way never ends where the system answers `ENOENT` to making a folder in one that is there, as in `/proc`.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process made it meanwhile; anything that is no folder stays a fault.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    // ENOENT mostly; whatever it was, making the folder meets it again.
    return false;
  }
};

/**
 * Says whether links lead a path in a folder out of it, as far as there is anything at the path. What a link to nowhere
 * would make of it is not asked: making a folder there fails.
 */
export function leadsOut(path: string, within: string): boolean {
  try {
    const boundary = realpathSync(within);
    return !isInside(lowestReal(path), boundary);
  } catch (error) {
    // Where there is no folder there is no link in it.
    return !isMissing(error);
  }
}

const isMissing = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(faultCode(error) ?? "");

/** The real path of the lowest part of a path that is there. */
function lowestReal(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const above = dirname(path);
    if (!isMissing(error) || above === path) throw error;
    return lowestReal(above);
  }
}
