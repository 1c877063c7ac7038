import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** More than a person answers in a life: a file that is larger was not written by gates, or should have been moved away. */
export const LARGEST_BYTES = 256 * 1024 * 1024;

/** What of a file tells whether it is still the same one, and whether others can change it. */
export interface FileState {
  readonly size: number;
  readonly inode: bigint;
  /** Whether others than the owner may write it. */
  readonly isOpenToOthers: boolean;
}

/** There is something that is no regular file. Its code is what the system says of such a thing at other times. */
class NotAFileError extends Error {
  override readonly name = "NotAFileError";
  readonly code: "EISDIR" | "ENXIO";

  constructor(code: "EISDIR" | "ENXIO") {
    super(`it is not a regular file (${code})`);
    this.code = code;
  }
}

/**
 * Opens a regular file for reading, and closes it again. Throws what the system raises, also for a link, and a
 * {@link NotAFileError} for what is none: to read a pipe or a device could wait for ever, or never come to an end.
 */
export function withFile<T>(file: string, use: (descriptor: number, state: FileState) => T): T {
  const descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return use(descriptor, stateOf(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Appends to a file that nobody else may read, by one write, so that what several processes append stands one after
 * the other. Makes the file and its folder where they are missing. Throws as {@link withFile} does, or says `undefined`
 * where only a part was written.
 */
export function appendPrivately(file: string, text: string, sync: "sync" | "later"): FileState | undefined {
  const opened = openOrCreate(file);
  try {
    stateOf(opened.descriptor); // before anything is written into something else than a file
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
  const flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK;
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
  const stats = fstatSync(descriptor, { bigint: true });
  if (!stats.isFile()) throw new NotAFileError(stats.isDirectory() ? "EISDIR" : "ENXIO");
  const { size, ino, mode } = stats;
  const isOpenToOthers = process.platform !== "win32" && (mode & 0o022n) !== 0n;
  return { size: Number(size), inode: ino, isOpenToOthers };
}

/** Reads a part of a file, or less where it has become shorter meanwhile. */
export function readFrom(descriptor: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(to - from);
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, from + length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
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
