import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { type FileHandle, lstat, open, rename, rm } from "node:fs/promises";
import type { Folder, Task } from "./folder.ts";
import { quote } from "./quote.ts";
import { systemCode, ToolError } from "./tool-error.ts";

/** Which file is replaced. */
export interface Replacement {
  readonly folder: Folder;
  readonly name: string;
  /** The file that is replaced, as it was when it was read; `undefined`: there is none. Its mode is kept. */
  readonly before: Stats | undefined;
}

/**
 * Puts a text in the place of a file, wholly or not at all: it is written beside it, flushed to the disk and renamed.
 * Refuses when the file is not the one `before` tells of. Leaves no other file behind.
 */
export async function replaceFile(text: string, { folder, name, before }: Replacement, task: Task): Promise<void> {
  const temporary = folder.at(`.polyglav-${randomBytes(8).toString("hex")}.tmp`);
  // The flag x: it must not exist, and no link is followed.
  const handle = await open(temporary, "wx", before === undefined ? 0o666 : 0o600);
  try {
    try {
      await handle.writeFile(text, "utf8");
      if (before !== undefined) await keepModeAndOwner(handle, before);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!isSame(before, await findFile(folder.at(name)))) throw fileChanged(task);
    await rename(temporary, folder.at(name));
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
  await flushFolder(folder);
}

/** Looks at what stands at a path, a link included; `undefined` when there is nothing. */
export async function findFile(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((cause: unknown) => {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw cause;
  });
}

async function keepModeAndOwner(handle: FileHandle, before: Stats): Promise<void> {
  // Only root may give files away; for everyone else the owner is already right, or cannot be kept.
  await handle.chown(before.uid, before.gid).catch(() => undefined);
  await handle.chmod(before.mode & 0o7777);
}

function isSame(before: Stats | undefined, now: Stats | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  return now.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs;
}

function fileChanged({ action, shown }: Task): ToolError {
  const message = `Cannot ${action} ${quote(shown)}: something else changed it meanwhile`;
  return new ToolError("POLYGLAV_FILE_CHANGED", message, { hint: "Read it again, then repeat the change" });
}

/** Makes the rename itself last. Some systems cannot open folders; the file is whole either way. */
async function flushFolder(folder: Folder): Promise<void> {
  const handle = await open(folder.at(""), "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
