import type { RunLog } from "../ports.ts";
import { RunFolderError } from "./run-folder-error.ts";

/** An open file, as far as a log needs it. */
export interface LogFile {
  /** Writes what it can of the bytes from an offset on, and says how many it took. */
  readonly write: (bytes: Uint8Array, from: number) => number;
  readonly close: () => void;
}

/**
 * A log over a file that was just made. Each line is handed to the operating system before `append` returns, so it
 * survives a process that is killed; it is not forced to the disk, so a machine that loses power may lose lines.
 */
export function fileLog(file: string, disk: LogFile): RunLog {
  let open = true;
  /** The last line is there only in part: the next one must not continue it. */
  let torn = false;

  return {
    append(line) {
      if (!open) throw new TypeError(`Cannot append to the log "${file}": it is closed`);
      if (/[\r\n]/.test(line)) throw new TypeError(`Cannot append to the log "${file}": an entry is one line`);
      const bytes = Buffer.from(`${torn ? "\n" : ""}${line}\n`);
      let written = 0;
      try {
        // The system may take less than it was given, for instance when a disk is nearly full.
        while (written < bytes.length) written += disk.write(bytes, written);
        torn = false;
      } catch (cause) {
        torn ||= written > 0;
        throw new RunFolderError(`Cannot write to the log "${file}"`, cause);
      }
    },
    close() {
      if (!open) return;
      open = false;
      disk.close();
    },
  };
}
