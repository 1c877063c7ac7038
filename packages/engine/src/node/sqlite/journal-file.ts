import { closeSync, fdatasync, openSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { syncFolder } from "../../file/plain-file.ts";

/** The write-ahead log of a database. */
export interface JournalFile {
  readonly sync: () => Promise<void>;
  readonly close: () => void;
}

const sync = promisify(fdatasync);

/**
 * Opens the write-ahead log of a database that is open, to bring what was committed to the disk without stopping this
 * process. With `synchronous = NORMAL` SQLite leaves that until it moves the log into the database, and syncs both then:
 * whatever was committed is on the disk when the log is. The file stays the same while a connection is open, and SQLite
 * keeps no locks on it that closing could take away (https://sqlite.org/pragma.html#pragma_synchronous).
 */
export function openJournal(file: string): JournalFile {
  const descriptor = openSync(`${file}-wal`, "r+");
  syncFolder(dirname(file));
  return {
    sync: async () => sync(descriptor),
    close: () => {
      closeSync(descriptor);
    },
  };
}
