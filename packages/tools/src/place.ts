import { realpathSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { quote } from "./quote.ts";
import { ToolError } from "./tool-error.ts";

/** Where the tools work: fixed when they are made, whatever the process does later. */
export interface Place {
  /** The worktree as it was given, absolute and normalised. */
  readonly worktree: string;
  /** The worktree with its links followed. */
  readonly real: string;
  /** The home folder; `undefined` when nothing says one that is an absolute path. */
  readonly home: string | undefined;
  /** Folders that hold settings: they, and what their links lead to, decide what may run. */
  readonly settings: readonly string[];
  /** More files and folders whose change is never silent. */
  readonly guarded: readonly string[];
}

/** Names of folders that are guarded wherever they stand in the worktree. `.replio` is the older name of `.polyglav`. */
export const GUARDED_NAMES: readonly string[] = [".polyglav", ".replio", ".git"];

/** What the place of a worktree is found with. */
export interface PlaceOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute paths. */
  readonly guarded?: readonly string[] | undefined;
}

/** Finds the place of a worktree. Throws when it is not the absolute path of a folder. */
export function findPlace(worktree: string, { env, guarded = [] }: PlaceOptions): Place {
  if (!isAbsolute(worktree))
    throw new TypeError(`Cannot use the worktree ${quote(worktree)}: it is not an absolute path`);
  for (const path of guarded) {
    if (!isAbsolute(path)) throw new TypeError(`Cannot guard ${quote(path)}: it is not an absolute path`);
  }
  const given = resolve(worktree);
  const home = firstAbsolute(env.HOME, homedir());
  // The account's own home counts as well: another process, with another HOME, takes its settings from there.
  const homes = [home, accountHome()].filter((folder) => folder !== undefined);
  const configs = [firstAbsolute(env.XDG_CONFIG_HOME), ...homes.map((folder) => join(folder, ".config"))];
  const operators = configs.filter((folder) => folder !== undefined).flatMap((folder) => settingsIn(folder, ""));
  return {
    worktree: given,
    real: realFolder(given),
    home,
    settings: [...new Set([...settingsIn(given, "."), ...operators])],
    guarded: [join(given, ".git"), ...guarded.map((path) => resolve(path))],
  };
}

function settingsIn(folder: string, dot: "" | "."): readonly string[] {
  return ["polyglav", "replio"].map((name) => join(folder, dot + name));
}

/** A relative path would stand for whatever folder the process happens to be in. */
function firstAbsolute(...paths: readonly (string | undefined)[]): string | undefined {
  const found = paths.find((path) => path !== undefined && isAbsolute(path));
  return found === undefined ? undefined : resolve(found);
}

function accountHome(): string | undefined {
  try {
    return firstAbsolute(userInfo().homedir);
  } catch {
    return undefined; // the system has no account for the user of this process
  }
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
