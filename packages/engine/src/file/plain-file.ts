import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "./disk-error.ts";

/** What is read may be secret: it is for the operator alone. */
export const OWN_FILE = 0o600;

/** Never follows a link, and never waits for the other end of a pipe. Windows knows neither. */
const PLAIN = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Opens a file for reading. Throws what the system raises, also for a link and for what is no file. */
export function openPlain(file: string): number {
  const descriptor = openSync(file, constants.O_RDONLY | PLAIN);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new Error("it is no file");
}

/** Reads a file whole; `undefined` when there is none that can be read, or it has more bytes than `most`. */
export function readPlain(file: string, most: number): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openPlain(file);
    return fstatSync(descriptor).size > most ? undefined : readFileSync(descriptor);
  } catch {
    // ENOENT, ELOOP, EACCES, a pipe: whoever asks does without.
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * Puts a file whole in its place, or nothing at all. With `synced`, it is on the disk after it, and not only with the
 * system. Throws what the system raises.
 */
export function writeWhole(file: string, content: string | Uint8Array, synced: boolean): void {
  const draft = join(dirname(file), `.${randomUUID()}.tmp`);
  try {
    const descriptor = openSync(draft, "wx", OWN_FILE);
    try {
      writeFileSync(descriptor, content);
      if (synced) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw cause;
  }
  if (synced) syncFolder(dirname(file));
}

/** Makes the names in a folder as safe as its files. */
export function syncFolder(folder: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, constants.O_RDONLY);
    fsyncSync(descriptor);
  } catch (cause) {
    // EPERM, EISDIR, EINVAL: Windows and some network drives have no such thing.
    if (!["EPERM", "EISDIR", "EINVAL", "ENOTSUP"].includes(errorCode(cause))) throw cause;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
