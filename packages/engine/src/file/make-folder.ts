import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing, with the usual mode; the last one gets `mode`. Tells whether it
 * made that one. Throws what the system raises.
 *
 * One level at a time, because Node's own recursive way never ends where the system answers `ENOENT` to making a
 * folder inside one that is there, as it does below `/proc`.
 */
export function makeFolder(path: string, mode: number): boolean {
  const missing = missingFolders(path);
  for (const folder of missing) {
    try {
      mkdirSync(folder, folder === path ? { mode } : {});
    } catch (cause) {
      // Another process made it meanwhile; anything that is no folder stays a fault.
      if (!isFolder(folder)) throw cause;
      if (folder === path) return false;
    }
  }
  return missing.length > 0;
}

/** Lists what has to be made, the highest first; what is there and no folder is left for the system to refuse. */
function missingFolders(path: string): readonly string[] {
  if (isFolder(path)) return [];
  const above = dirname(path);
  return above === path || isThere(above) ? [path] : [...missingFolders(above), path];
}

function isFolder(path: string): boolean {
  return look(path)?.isDirectory() === true;
}

function isThere(path: string): boolean {
  return look(path) !== undefined;
}

function look(path: string): ReturnType<typeof statSync> {
  try {
    return statSync(path);
  } catch {
    // ENOENT mostly; whatever it was, making the folder meets it again and reports it.
    return undefined;
  }
}
