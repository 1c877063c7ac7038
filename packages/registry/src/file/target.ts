import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { faultCode } from "./disk-fault.ts";

/** What a path stands for when it is written. */
export interface WriteTarget {
  /** The real path of a file that is there; of a missing one, the path as it was given. */
  readonly path: string;
  /** Where it leads, with all links followed, for messages. */
  readonly leads: string;
  /** A link leads the file, or the folder in which it is named, out of the folder that holds the link. */
  readonly leadsElsewhere: boolean;
}

/** Follows the links of a path that is about to be written. Throws what the system raises. */
export function findTarget(file: string): WriteTarget {
  const folder = dirname(resolve(file));
  const [real, realFolder] = [realPath(file), realPath(folder)];
  // The folders further up are the caller's own: a home folder may well be behind a link.
  const moved = realFolder !== undefined && !isBelow(realPath(dirname(folder)), realFolder);
  const out = real !== undefined && !isBelow(realFolder, real);
  const leads = real ?? join(realFolder ?? folder, basename(file));
  return { path: real ?? file, leads, leadsElsewhere: moved || out };
}

function isBelow(folder: string | undefined, path: string): boolean {
  return folder !== undefined && path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** `undefined` where nothing is. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (faultCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
