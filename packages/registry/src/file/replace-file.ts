import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Creates a file that is not there, whole or not at all. Throws what the system raises. */
export function createFile(file: string, text: string): void {
  moveInto(file, text, undefined);
}

/**
 * Replaces a file that is no link, whole or not at all: readers see the old text or the new one, also after a crash.
 * The mode stays as it was. Throws what the system raises, and then the file is as before.
 */
export function replaceFile(file: string, text: string): void {
  // A rename asks for the folder's permission only, and would replace a file that its owner made read-only.
  accessSync(file, constants.W_OK);
  moveInto(file, text, statSync(file).mode & 0o7777);
}

function moveInto(target: string, text: string, mode: number | undefined): void {
  // One name for all drafts of a file: whoever writes holds its lock, so what lies there was left by a crash.
  const draft = join(dirname(target), `.${basename(target)}.draft`);
  rmSync(draft, { force: true });
  try {
    const descriptor = openSync(draft, "wx", mode ?? 0o666);
    try {
      // The process's umask took bits away from the mode when the draft was opened.
      if (mode !== undefined) fchmodSync(descriptor, mode);
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
