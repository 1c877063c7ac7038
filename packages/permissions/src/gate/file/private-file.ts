import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/** What of a file tells whether it is still the same one, and whether others can change it. */
export interface FileState {
  readonly size: number;
  readonly inode: bigint;
  /** Whether others than the owner may write it. */
  readonly isOpenToOthers: boolean;
}

/**
 * Opens a file that is no link for reading, and closes it again. Throws what the system raises.
 */
export function withFile<T>(file: string, use: (descriptor: number, state: FileState) => T): T {
  const descriptor = openSync(file, O_RDONLY | O_NOFOLLOW);
  try {
    return use(descriptor, stateOf(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Appends to a file that nobody else may read, by one write, so that what several processes append stands one after
 * the other. Makes the file and its folder where they are missing. Throws what the system raises, or says `undefined`
 * where only a part was written.
 */
export function appendPrivately(file: string, text: string, sync: "sync" | "later"): FileState | undefined {
  const opened = openOrCreate(file);
  try {
    const bytes = Buffer.from(text, "utf8");
    const written = writeSync(opened.descriptor, bytes);
    if (written < bytes.length) return undefined;
    if (sync === "sync") fdatasyncSync(opened.descriptor);
    if (opened.created) syncFolder(dirname(file));
    return stateOf(opened.descriptor);
  } finally {
    closeSync(opened.descriptor);
  }
}

function openOrCreate(file: string): { readonly descriptor: number; readonly created: boolean } {
  const flags = O_WRONLY | O_APPEND | O_NOFOLLOW;
  try {
    return { descriptor: openSync(file, flags), created: false };
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  makeFolder(dirname(file));
  // Not exclusive: where another process was faster, its file is as good.
  return { descriptor: openSync(file, flags | O_CREAT, 0o600), created: true };
}

/**
 * Makes a folder and those above it that are missing. One level at a time: Node's own recursive way never ends where
 * the system answers `ENOENT` to making a folder inside one that is there, as it does below `/proc`.
 */
function makeFolder(path: string): void {
  for (const folder of missingFolders(path)) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another process made it meanwhile; anything that is no folder stays a fault.
      if (!isFolder(folder)) throw error;
    }
  }
}

function missingFolders(path: string): readonly string[] {
  if (isFolder(path)) return [];
  const above = dirname(path);
  return above === path ? [path] : [...missingFolders(above), path];
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function stateOf(descriptor: number): FileState {
  const { size, ino, mode } = fstatSync(descriptor, { bigint: true });
  const isOpenToOthers = process.platform !== "win32" && (mode & 0o022n) !== 0n;
  return { size: Number(size), inode: ino, isOpenToOthers };
}

/** A new file is there after a crash only when its folder says so. */
function syncFolder(folder: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(folder, O_RDONLY);
  } catch {
    return; // Windows opens no folders, and needs no such thing
  }
  try {
    fsyncSync(descriptor);
  } catch {
    // some file systems cannot do it: then it is as safe as they make it
  } finally {
    closeSync(descriptor);
  }
}
