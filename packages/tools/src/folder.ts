import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { quote } from "./quote.ts";
import { systemCode, ToolError } from "./tool-error.ts";

/**
 * A folder that is held open: what is done in it happens in this very folder, whatever its path leads to meanwhile.
 * Whoever opens it closes it.
 */
export interface Folder {
  /** Gives a path for a name in it; only valid until it is closed. "" is the folder itself. */
  readonly at: (name: string) => string;
  readonly close: () => Promise<void>;
}

/** What messages say: what was to be done, and to what, as the model named it. */
export interface Task {
  readonly action: string;
  readonly shown: string;
}

/**
 * Opens the folder at exactly this path, which held no link when it was resolved; refuses when it does by now. Rejects
 * with the fault of the system where it cannot be opened.
 *
 * Exact on Linux, where a folder can be held and told where it is. Elsewhere the path is looked at just before it is
 * used, which leaves a moment.
 */
export async function openFolder(real: string, task: Task): Promise<Folder> {
  const folder = process.platform === "linux" ? await holdFolder(real) : await lookAtFolder(real);
  if (folder === undefined) throw targetChanged(task);
  return folder;
}

/** Opens a folder as {@link openFolder} does, and creates it, and those above it, where they do not exist. */
export async function makeFolder(real: string, task: Task): Promise<Folder> {
  try {
    return await openFolder(real, task);
  } catch (cause) {
    if (systemCode(cause) !== "ENOENT" || dirname(real) === real) throw cause;
  }
  const above = await makeFolder(dirname(real), task);
  try {
    await mkdir(above.at(basename(real))).catch((cause: unknown) => {
      if (systemCode(cause) !== "EEXIST") throw cause; // another call made it at the same time
    });
    return await openFolder(real, task);
  } finally {
    await above.close();
  }
}

/** Says that a link stands where none was when the call was approved. */
export function targetChanged({ action, shown }: Task, cause?: unknown): ToolError {
  const message = `Cannot ${action} ${quote(shown)}: something else was put in its place meanwhile`;
  return new ToolError("POLYGLAV_TARGET_CHANGED", message, cause === undefined ? {} : { cause });
}

// Only to be held, not to be read: for that the permission to look inside is not needed. Node has no name for it.
const O_PATH = 0o10000000;

/** Opens the folder and asks the system where it is; `undefined` when that is not where it was looked for. */
async function holdFolder(real: string): Promise<Folder | undefined> {
  const handle = await open(real, O_PATH | constants.O_DIRECTORY);
  const where = await readlink(self(handle)).catch(() => "unknown"); // /proc is not mounted
  if (where === real) return { at: (name) => `${self(handle)}/${name}`, close: () => handle.close() };
  await handle.close();
  return where === "unknown" ? lookAtFolder(real) : undefined;
}

async function lookAtFolder(real: string): Promise<Folder | undefined> {
  const isThere = (await realpath(real)) === real;
  return isThere ? { at: (name) => join(real, name), close: async () => undefined } : undefined;
}

function self(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`;
}
