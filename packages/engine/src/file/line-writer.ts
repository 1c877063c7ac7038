import { checkLine } from "../store/log-line.ts";
import { leaseLost, type RunStoreError } from "../store/run-store-error.ts";
import { diskError } from "./disk-error.ts";
import { groupCommit } from "./group-commit.ts";

/**
 * When a line is how safe. `exit`: when the log is committed or closed, or many have come. `write`: with the operating
 * system when `append` returns, so it survives a process that is killed. `sync`: as `write`, and on the disk when
 * `commit` resolves, so it survives a machine that loses power.
 */
export type Durability = "exit" | "write" | "sync";

/** An open file, as far as a log needs it. */
export interface LogFile {
  /** Writes what it can of it behind what is there, and says how many bytes it took. */
  readonly write: (content: string | Uint8Array) => number;
  /** Makes the file as long as it was before a line that is there only in part. */
  readonly cut: (size: number) => void;
  readonly sync: () => Promise<void>;
  readonly close: () => void;
}

/** What a log is written for. */
export interface WriterOptions {
  readonly run: string;
  readonly durability: Durability;
  /** Bytes that are there already. */
  readonly size: number;
  /** Whether this process still has the lease. */
  readonly isHeld: () => boolean;
}

/** Writes whole lines, or says that it did not. */
export interface LineWriter {
  readonly append: (line: string) => void;
  /** Hands over what was kept back. */
  readonly flush: () => void;
  readonly commit: () => Promise<void> | undefined;
  /** Bytes that are in the file. */
  readonly size: () => number;
  readonly close: () => void;
}

/** Lines that `exit` keeps back at most: what a crash costs, and how long a write takes, stay small. */
const MOST_KEPT = 256;
const MOST_KEPT_CHARS = 256 * 1024;

/** Writes lines to a file that only this process writes. `name` is for messages. */
export function lineWriter(
  name: string,
  file: LogFile,
  { run, durability, size: before, isHeld }: WriterOptions,
): LineWriter {
  let size = before;
  let isOpen = true;
  let isTorn = false;
  let fault: RunStoreError | undefined;
  let kept: string[] = [];
  let keptChars = 0;

  const write = (text: string): void => {
    const length = Buffer.byteLength(text);
    let taken = 0;
    try {
      // A line that is there only in part must not be continued.
      if (isTorn) file.cut(size);
      isTorn = false;
      taken = file.write(text);
      // The system may take less than it was given, for instance when a disk is nearly full.
      while (taken < length) taken += file.write(Buffer.from(text).subarray(taken));
    } catch (cause) {
      isTorn = taken > 0;
      if (isTorn) tryToCut();
      throw diskError(`Cannot write to the log "${name}"`, cause);
    }
    // After it, and not before: whoever takes the lease over reads the log when we can see that the lease is gone. A line
    // that was written while it was ours is read by them.
    if (!isHeld()) throw leaseLost(run);
    size += length;
  };
  const tryToCut = (): void => {
    try {
      file.cut(size);
      isTorn = false;
    } catch {
      // EIO: the next line tries again before it is written.
    }
  };
  const flush = (): void => {
    if (kept.length === 0) return;
    write(kept.join(""));
    kept = [];
    keptChars = 0;
  };
  const commitAll = groupCommit(
    async () => {
      try {
        await file.sync();
      } catch (cause) {
        fault = diskError(`Cannot write to the log "${name}"`, cause);
        throw fault;
      }
      if (isOpen && !isHeld()) throw leaseLost(run);
    },
    () => size,
    before,
  );

  return {
    append(line) {
      if (!isOpen) throw new TypeError(`Cannot append to the log "${name}": it is closed`);
      checkLine(`the log "${name}"`, line);
      if (fault !== undefined) throw fault;
      if (durability !== "exit") {
        write(`${line}\n`);
        return;
      }
      if (!isHeld()) throw leaseLost(run);
      kept.push(`${line}\n`);
      keptChars += line.length;
      if (kept.length >= MOST_KEPT || keptChars >= MOST_KEPT_CHARS) flush();
    },
    flush,
    commit() {
      if (!isOpen) return undefined;
      flush();
      return durability === "sync" ? commitAll() : undefined;
    },
    size: () => size,
    close() {
      if (!isOpen) return;
      isOpen = false;
      file.close();
    },
  };
}
