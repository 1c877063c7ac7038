import { statSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError, messageOf, usageError } from "./command-error.ts";
import type { World } from "./world.ts";

/** Finds the folder to work in: the one of `-C`, else the current one. Throws when it is none. */
export function workingFolder(world: World, written: string | undefined): string {
  const folder = written === undefined ? startFolder(world) : resolve(startFolder(world), written);
  if (isFolder(folder, written)) return folder;
  throw usageError(`Cannot work in "${written ?? folder}": it is not a folder`);
}

function isFolder(folder: string, written: string | undefined): boolean {
  try {
    return statSync(folder).isDirectory();
  } catch (cause) {
    throw usageError(`Cannot work in "${written ?? folder}": ${messageOf(cause)}`);
  }
}

function startFolder(world: World): string {
  try {
    return world.cwd();
  } catch (cause) {
    throw new CommandError("Cannot work here: the current folder no longer exists", {
      code: "POLYGLAV_NO_FOLDER",
      exit: "not-ready",
      hint: "Go to a folder that exists",
      cause,
    });
  }
}
