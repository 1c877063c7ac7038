import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

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
