import { constants, type Stats } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
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
  // O_NONBLOCK: opening a named pipe would otherwise wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(real, flags).catch((cause: unknown) => {
    throw systemCode(cause) === "ELOOP" ? targetChanged(action, shown, cause) : diskError(action, shown, cause);
  });
  try {
    const stats = await handle.stat();
    requireRegularFile(action, stats, shown);
    const there = await stat(real);
    if (there.ino !== stats.ino || there.dev !== stats.dev) throw targetChanged(action, shown);
    await requireNoLinks(action, real, shown);
    return { handle, stats };
  } catch (cause) {
    await handle.close();
    throw diskError(action, shown, cause);
  }
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
