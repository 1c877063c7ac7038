import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve, sep } from "node:path";
import { quote } from "./quote.ts";
import { ToolError } from "./tool-error.ts";

/** Where the tools work: fixed when they are made, whatever the process does later. */
export interface Place {
  /** The worktree as it was given, absolute and normalised. */
  readonly worktree: string;
  /** The worktree with its links followed. */
  readonly real: string;
  readonly home: string;
  /** Folders that hold permissions or run code on their own; changing them is never silent. */
  readonly guarded: readonly string[];
}

/** Names of folders that are guarded wherever they stand in the worktree. `.replio` is the older name of `.polyglav`. */
export const GUARDED_NAMES: readonly string[] = [".polyglav", ".replio", ".git"];

/** Finds the place of a worktree. Throws when it is not the absolute path of a folder. */
export function findPlace(worktree: string, env: Readonly<Record<string, string | undefined>>): Place {
  if (!isAbsolute(worktree))
    throw new TypeError(`Cannot use the worktree ${quote(worktree)}: it is not an absolute path`);
  const given = resolve(worktree);
  const home = env.HOME !== undefined && isAbsolute(env.HOME) ? resolve(env.HOME) : homedir();
  const xdg = env.XDG_CONFIG_HOME;
  const config = xdg !== undefined && isAbsolute(xdg) ? resolve(xdg) : join(home, ".config");
  return {
    worktree: given,
    real: realFolder(given),
    home,
    guarded: [...GUARDED_NAMES.map((name) => join(given, name)), join(config, "polyglav"), join(config, "replio")],
  };
}

/**
 * Gives the segments of an absolute path below a folder, or `undefined` when it is not below it. The folder itself has
 * none.
 */
export function segmentsBelow(folder: string, path: string): readonly string[] | undefined {
  if (path === folder) return [];
  const start = folder.endsWith(sep) ? folder : folder + sep;
  return path.startsWith(start) ? path.slice(start.length).split(sep) : undefined;
}

function realFolder(path: string): string {
  try {
    if (statSync(path).isDirectory()) return realpathSync.native(path);
  } catch (cause) {
    throw new ToolError("POLYGLAV_NO_WORKTREE", `Cannot use the worktree ${quote(path)}: it cannot be opened`, {
      cause,
    });
  }
  throw new ToolError("POLYGLAV_NO_WORKTREE", `Cannot use the worktree ${quote(path)}: it is not a folder`);
}
