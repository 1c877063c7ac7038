import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { faultCode } from "./disk-fault.ts";

/** Where a file is written before it has its name. It is a dot-file, so that one that a crash left behind is no skill. */
export const draftOf = (file: string): string => join(dirname(file), `.${basename(file)}.${process.pid}.draft`);

/** Writes a draft that is on the disk when this returns. With the stats of another file it gets its mode and its owner. */
export function writeDraft(draft: string, content: string | Uint8Array, like?: Partial<Stats>): void {
  const descriptor = openSync(draft, "wx", like === undefined ? 0o666 : 0o600);
  try {
    writeFileSync(descriptor, content);
    if (like !== undefined) keepOwnerAndMode(descriptor, like);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes a file that is not there yet, whole or not at all, also when the process is killed or the disk is full. Throws
 * what the system raises; that is `EEXIST`, and nothing is touched, where something has the name.
 */
export function putNew(file: string, content: string | Uint8Array, like?: Partial<Stats>): void {
  const draft = draftOf(file);
  try {
    rmSync(draft, { recursive: true, force: true });
    writeDraft(draft, content, like);
    giveName(draft, file);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Unlike a rename, both refuse a name that is taken. */
function giveName(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!NO_LINKS.has(faultCode(error) ?? "")) throw error;
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}

/** What the system says of a disk that gives a file one name only, as those of cameras and some of phones. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "EACCES", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

function keepOwnerAndMode(draft: number, { uid, gid, mode }: Partial<Stats>): void {
  const own = fstatSync(draft);
  if (uid !== undefined && gid !== undefined && (uid !== own.uid || gid !== own.gid)) {
    try {
      fchownSync(draft, uid, gid);
    } catch {
      // EPERM: only root gives files to others; who may write the file may also own it.
    }
  }
  // The umask took bits away from the mode when the draft was opened, and a change of owner takes more.
  if (mode !== undefined) fchmodSync(draft, mode & 0o7777);
}
