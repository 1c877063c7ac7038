import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { type HeldLock } from "./lock-file.ts";
import { stampOf } from "./stamp.ts";

/** Says that a lock was broken, so that nothing may be written any more. */
export class LostLock extends Error {}

/** Says that somebody who knows nothing of the lock, such as an editor, changed the file. */
export class ChangedFile extends Error {}

/**
 * Puts a file whole in the place of one that is no link, or where none is: readers see the old text or the new one,
 * also after a crash. Owner and mode stay as they were. Does so only while the file has the stamp that it had when it was read.
 * Throws what the system raises, {@link LostLock} or {@link ChangedFile}, and then the file is as before.
 */
export function replaceFile(file: string, text: string, stamp: string | undefined, lock: HeldLock): void {
  const before = stamp === undefined ? undefined : writableStats(file);
  const { draft } = lock;
  try {
    const descriptor = openSync(draft, "wx", (before?.mode ?? 0o666) & 0o777);
    try {
      if (before !== undefined) keepOwnerAndMode(descriptor, before);
      // From here on, who breaks the lock takes the draft away; a lock that was broken before has to be noticed.
      if (!lock.isHeld()) throw new LostLock();
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (stampOf(file) !== stamp) throw new ChangedFile();
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writableStats(file: string): Stats {
  // A rename asks for the folder's permission only, and would replace a file that its owner made read-only.
  accessSync(file, constants.W_OK);
  return statSync(file);
}

function keepOwnerAndMode(draft: number, { uid, gid, mode }: Stats): void {
  const { uid: ownUid, gid: ownGid } = fstatSync(draft);
  if (uid !== ownUid || gid !== ownGid) {
    try {
      fchownSync(draft, uid, gid);
    } catch {
      // EPERM: only root gives files to others; who may write the file may also own it.
    }
  }
  // The process's umask took bits away from the mode when the draft was opened, and a change of owner takes more.
  fchmodSync(draft, mode & 0o7777);
}
