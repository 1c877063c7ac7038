import { isRecord } from "../../request.ts";
import { readRecord, type StoreRecord } from "../record.ts";
import { faultCode, faultState, GrantStoreError, type StoreProblem } from "./fault.ts";
import { appendPrivately, type FileState, LARGEST_BYTES, readFrom, withFile } from "./private-file.ts";

/** A file of records, one JSON object a line, that several processes append to. */
export interface RecordLog {
  /** The records that came since the last call. Throws a {@link GrantStoreError} for a file that cannot be used. */
  readonly read: () => readonly StoreRecord[];
  /** Appends a record. Only after a `read` that did not throw. */
  readonly append: (record: StoreRecord) => void;
}

/** The version of the lines. One of another version is not understood, so the file is not used. */
const FORMAT = 1;

/**
 * Reads on in a file where the last read ended.
 *
 * A line that a crash cut short is torn: it has no end, and whoever appends next ends it and says so in the same write
 * (`torn`). Any other line that cannot be read makes the whole file unusable, because it could be the one that spent a
 * grant. So does a file that was replaced, shortened or opened to others.
 */
export function openRecordLog(file: string): RecordLog {
  let inode: bigint | undefined;
  /** Everything before this byte has been read. */
  let offset = 0;
  let lines = 0;
  /** The last of them, to tell a file that goes on from one that took its place under the same number. */
  let tail = Buffer.alloc(0);
  /** The bytes after it have no end yet. */
  let isTorn = false;

  function read(): readonly StoreRecord[] {
    let bytes: Buffer;
    try {
      bytes = withFile(file, (descriptor, state) => {
        check(state);
        inode = state.inode;
        const read = readFrom(descriptor, offset - tail.length, state.size);
        if (!read.subarray(0, tail.length).equals(tail)) throw replaced();
        return read.subarray(tail.length);
      });
    } catch (error) {
      if (error instanceof GrantStoreError) throw error;
      // No file yet: nothing was granted.
      if (faultCode(error) === "ENOENT" && inode === undefined) return [];
      if (faultCode(error) === "ENOENT") throw replaced();
      throw fault("grants/unreadable", faultState(error), undefined, undefined, error);
    }
    return take(bytes);
  }

  function take(bytes: Buffer): readonly StoreRecord[] {
    const records: StoreRecord[] = [];
    const doubtful = new Map<number, number>();
    let start = 0;
    let count = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      count += 1;
      const line = bytes.subarray(start, end);
      const found = readLine(line);
      if (found.kind === "record") records.push(found.record);
      else if (found.kind === "torn") doubtful.delete(found.at);
      else if (found.kind === "unreadable") doubtful.set(offset + start, lines + count);
      start = end + 1;
    }
    const [bad] = doubtful.values();
    if (bad !== undefined) throw fault("grants/unreadable", "this line is no record of it", NEW_STORE, bad);
    offset += start;
    tail = Buffer.concat([tail, bytes.subarray(0, start)]).subarray(-TAIL_BYTES);
    lines += count;
    isTorn = start < bytes.length;
    return records;
  }

  function check({ size, inode: now, isOpenToOthers }: FileState): void {
    if (isOpenToOthers)
      throw fault("grants/not-private", "others may write it", `chmod 600 ${JSON.stringify(file)}, if it is yours`);
    if (size > LARGEST_BYTES) throw fault("grants/unreadable", "it is too large", NEW_STORE);
    if ((inode !== undefined && inode !== now) || size < offset) throw replaced();
  }

  const replaced = (): GrantStoreError =>
    fault("grants/replaced", "it was replaced, cut or deleted while it was in use", "start again");

  function fault(
    code: StoreProblem["code"],
    state: string,
    hint: string | undefined,
    line?: number,
    cause?: unknown,
  ): GrantStoreError {
    const message = `Cannot use the grants in ${JSON.stringify(file)}: ${state}`;
    const problem: StoreProblem = {
      code,
      severity: "error",
      message,
      ...(hint !== undefined && { hint }),
      file,
      ...(line !== undefined && { line }),
    };
    return new GrantStoreError(message, { problem, cause });
  }

  return {
    read,
    append(record) {
      const line = `${JSON.stringify({ v: FORMAT, ...record })}\n`;
      // What cannot be read back would make the whole file unusable.
      if (readRecord(JSON.parse(line)) === undefined)
        throw new TypeError(`Cannot keep this ${record.do} in ${JSON.stringify(file)}: it has not the shape of one`);
      const text = isTorn ? `\n${JSON.stringify({ v: FORMAT, do: "torn", at: offset })}\n${line}` : line;
      let isWhole: boolean;
      try {
        isWhole = appendPrivately(file, text, SYNCED.has(record.do) ? "sync" : "later") !== undefined;
      } catch (cause) {
        throw new GrantStoreError(`Cannot write the grants in ${JSON.stringify(file)}: ${faultState(cause)}`, {
          cause,
        });
      }
      if (!isWhole) throw new GrantStoreError(`Cannot write the grants in ${JSON.stringify(file)}: the disk is full`);
    },
  };
}

/**
 * What must survive a power cut before anybody relies on it. A claim need not: the call begins with a `start`, and a
 * claim without one only kept the one-shot from others.
 */
const SYNCED: ReadonlySet<StoreRecord["do"]> = new Set(["put", "start", "revoke", "forget", "ask", "close"]);

const NEW_STORE = "move the file away, and everything is asked for again";

const TAIL_BYTES = 256;

const NEWLINE = 0x0a;

type Line =
  | { readonly kind: "record"; readonly record: StoreRecord }
  | { readonly kind: "torn"; readonly at: number }
  | { readonly kind: "empty" | "unreadable" };

function readLine(bytes: Buffer): Line {
  if (bytes.length === 0) return { kind: "empty" };
  try {
    const given: unknown = JSON.parse(utf8.decode(bytes));
    if (!isRecord(given) || given.v !== FORMAT) return { kind: "unreadable" };
    if (given.do === "torn" && typeof given.at === "number") return { kind: "torn", at: given.at };
    const record = readRecord(given);
    return record === undefined ? { kind: "unreadable" } : { kind: "record", record };
  } catch {
    return { kind: "unreadable" }; // no JSON, or no UTF-8
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
