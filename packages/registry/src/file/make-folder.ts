import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing. Throws what the system raises.
 *
 * One level at a time, because Node's own recursive way never ends where the system answers `ENOENT` to making a
 * folder inside one that is there, as it does below `/proc`.
 */
export function makeFolder(path: string): void {
  for (const folder of missingFolders(path)) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another process made it meanwhile; anything that is no folder stays a fault.
      if (!isFolder(folder)) throw error;
    }
  }
}

/** Lists what has to be made, the highest first; what is there and no folder is left for the system to refuse. */
function missingFolders(path: string): readonly string[] {
  if (isFolder(path)) return [];
  const above = dirname(path);
  return above === path ? [path] : [...missingFolders(above), path];
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // ENOENT mostly; whatever it was, making the folder meets it again and reports it.
    return false;
  }
}
