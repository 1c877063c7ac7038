import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { openFolder, type Task, targetChanged } from "./folder.ts";
import { quote } from "./quote.ts";
import { diskError, systemCode, ToolError } from "./tool-error.ts";

/** An open file and what is known of it. The caller closes it. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/**
 * Opens a regular file for reading at exactly this path, which held no link when it was resolved. Where a link was put
 * on the way in the meantime, nothing is read and the call is refused.
 */
export async function openExactly(real: string, task: Task): Promise<OpenFile> {
  try {
    const folder = await openFolder(dirname(real), task);
    try {
      return await openRegularFile(folder.at(basename(real)), task);
    } finally {
      await folder.close();
    }
  } catch (cause) {
    throw systemCode(cause) === "ELOOP" ? targetChanged(task, cause) : diskError(task.action, task.shown, cause);
  }
}

async function openRegularFile(path: string, task: Task): Promise<OpenFile> {
  // O_NONBLOCK: opening a named pipe would otherwise wait for a writer.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    requireRegularFile(stats, task);
    return { handle, stats };
  } catch (cause) {
    await handle.close();
    throw cause;
  }
}

/** Refuses folders, pipes, sockets, devices, and links: none stood there when the path was resolved. */
export function requireRegularFile(stats: Stats, { action, shown }: Task): void {
  if (stats.isFile()) return;
  if (stats.isSymbolicLink()) throw targetChanged({ action, shown });
  const what = stats.isDirectory() ? "it is a folder" : "it is a pipe, socket or device";
  throw new ToolError("POLYGLAV_NOT_A_FILE", `Cannot ${action} ${quote(shown)}: ${what}`);
}
