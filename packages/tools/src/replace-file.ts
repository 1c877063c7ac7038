import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { type FileHandle, lstat, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { requireNoLinks } from "./open-exactly.ts";
import { quote } from "./quote.ts";
import { systemCode, ToolError } from "./tool-error.ts";

/** How a file is replaced. */
export interface Replacement {
  /** The path without links. */
  readonly real: string;
  /** How messages name it, and what was to be done. */
  readonly shown: string;
  readonly action: string;
  /** The file that is replaced, as it was when it was read; `undefined`: there is none. Its mode is kept. */
  readonly before: Stats | undefined;
}

/**
 * Puts a text in the place of a file, wholly or not at all: it is written beside it, flushed to the disk and renamed.
 * Refuses when the file changed since `before`, or a link was put on the way. Leaves no other file behind.
 */
export async function replaceFile(text: string, { real, shown, action, before }: Replacement): Promise<void> {
  const folder = dirname(real);
  const temporary = join(folder, `.polyglav-${randomBytes(8).toString("hex")}.tmp`);
  // The flag x: it must not exist, and no link is followed.
  const handle = await open(temporary, "wx", before === undefined ? 0o666 : 0o600);
  try {
    try {
      await requireNoLinks(action, folder, shown);
      await handle.writeFile(text, "utf8");
      if (before !== undefined) await keepModeAndOwner(handle, before);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await requireUnchanged(real, before, shown, action);
    await rename(temporary, real);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
  await flushFolder(folder);
}

async function keepModeAndOwner(handle: FileHandle, before: Stats): Promise<void> {
  // Only root may give files away; for everyone else the owner is already right, or cannot be kept.
  await handle.chown(before.uid, before.gid).catch(() => undefined);
  await handle.chmod(before.mode & 0o7777);
}

async function requireUnchanged(real: string, before: Stats | undefined, shown: string, action: string): Promise<void> {
  const now = await lstat(real).catch((cause: unknown) => {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw cause;
  });
  const same =
    now === undefined || before === undefined
      ? now === before
      : now.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs;
  if (same) return;
  throw new ToolError(
    "POLYGLAV_FILE_CHANGED",
    `Cannot ${action} ${quote(shown)}: something else changed it meanwhile`,
    {
      hint: "Read it again, then repeat the change",
    },
  );
}

/** Makes the rename itself last. Some systems cannot open folders; the file is whole either way. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
