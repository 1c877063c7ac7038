import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { LogFile } from "./line-writer.ts";
import { OWN_FILE, syncFolder } from "./plain-file.ts";
import type { FileLines } from "./read-lines.ts";

const sync = promisify(fdatasync);

/** Makes a log that is not there yet; never follows a link. Throws what the system raises. */
export function makeLogFile(file: string): LogFile {
  return onDescriptor(openSync(file, "ax", OWN_FILE));
}

/** Opens a log to go on at its end. Throws what the system raises. */
export function openLogFile(file: string): LogFile {
  const descriptor = openSync(
    file,
    constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  );
  if (fstatSync(descriptor).isFile()) return onDescriptor(descriptor);
  closeSync(descriptor);
  throw new Error("it is no file");
}

function onDescriptor(descriptor: number): LogFile {
  return {
    write: (content) => (typeof content === "string" ? writeSync(descriptor, content) : writeSync(descriptor, content)),
    cut: (size) => {
      ftruncateSync(descriptor, size);
    },
    sync: async () => sync(descriptor),
    close: () => {
      closeSync(descriptor);
    },
  };
}

/**
 * Puts a copy in the place of a log, as long as what was read of it and with whole lines: whoever still has the old one
 * open writes where nobody reads. Throws what the system raises.
 */
export function replaceLog(
  file: string,
  folder: string,
  fence: number,
  { end, tail }: FileLines,
  synced: boolean,
): void {
  for (const name of readdirSync(folder)) if (DRAFT.test(name)) rmSync(join(folder, name), { force: true });
  const draft = join(folder, `log.${fence}.draft`);
  const { atime, mtime } = statSync(file);
  try {
    copyFileSync(file, draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    truncateSync(draft, end);
    if (tail === "unended") appendFileSync(draft, "\n");
    utimesSync(draft, atime, mtime);
    if (synced) syncFile(draft);
    renameSync(draft, file);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw cause;
  }
  if (synced) syncFolder(folder);
}

const DRAFT = /^log\.\d+\.draft$/;

function syncFile(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
