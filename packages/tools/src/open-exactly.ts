import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";
import { quote } from "./quote.ts";
import { diskError, systemCode, ToolError } from "./tool-error.ts";

/** An open file and what is known of it. The caller closes it. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/**
 * Opens a regular file for reading at exactly this path, which must hold no link. Where a link was put on the way in
 * the meantime, nothing is read and the call is refused. `shown` is how messages name the file.
 */
export async function openExactly(action: string, real: string, shown: string): Promise<OpenFile> {
  // A file that is replaced in the very moment is opened anew; only a trick would do that time after time.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const file = await tryToOpen(action, real, shown);
    if (file !== undefined) return file;
  }
  throw targetChanged(action, shown);
}

/** Opens the file; `undefined` when it is not certain that what was opened stood at this path. */
async function tryToOpen(action: string, real: string, shown: string): Promise<OpenFile | undefined> {
  // O_NONBLOCK: opening a named pipe would otherwise wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(real, flags).catch((cause: unknown) => {
    throw systemCode(cause) === "ELOOP" ? targetChanged(action, shown, cause) : diskError(action, shown, cause);
  });
  try {
    const stats = await handle.stat();
    requireRegularFile(action, stats, shown);
    await requireNoLinks(action, real, shown);
    if ((await isOpenedAt(handle, real)) || (await isStillAt(stats, real))) return { handle, stats };
  } catch (cause) {
    await handle.close();
    throw diskError(action, shown, cause);
  }
  await handle.close();
  return undefined;
}

/** Linux knows where it found an open file, whatever was put there since. */
async function isOpenedAt(handle: FileHandle, real: string): Promise<boolean> {
  if (process.platform !== "linux") return false;
  const path = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined); // /proc is not mounted
  return path === real || path === `${real} (deleted)`;
}

async function isStillAt(stats: Stats, real: string): Promise<boolean> {
  const there = await stat(real);
  return there.ino === stats.ino && there.dev === stats.dev;
}

/** Refuses when a link stands somewhere on this path, which held none when it was resolved. */
export async function requireNoLinks(action: string, real: string, shown: string): Promise<void> {
  if ((await realpath(real)) !== real) throw targetChanged(action, shown);
}

/** Refuses folders, pipes, sockets and devices. */
export function requireRegularFile(action: string, stats: Stats, shown: string): void {
  if (stats.isFile()) return;
  const what = stats.isDirectory() ? "it is a folder" : "it is a pipe, socket or device";
  throw new ToolError("POLYGLAV_NOT_A_FILE", `Cannot ${action} ${quote(shown)}: ${what}`);
}

function targetChanged(action: string, shown: string, cause?: unknown): ToolError {
  const message = `Cannot ${action} ${quote(shown)}: a link was put in its place meanwhile`;
  return new ToolError("POLYGLAV_TARGET_CHANGED", message, cause === undefined ? {} : { cause });
}
