import { isUtf8 } from "node:buffer";
import { closeSync, readSync } from "node:fs";
import { brokenLine, MAX_LINE, readEntry, readLine, type ReadLine } from "../store/log-line.ts";
import type { LogProblem } from "../store/run-store.ts";
import { openPlain } from "./plain-file.ts";

/** What is in a file of lines. */
export interface FileLines {
  readonly lines: readonly ReadLine[];
  /** The offset, in bytes, after the last line that counts. */
  readonly end: number;
  /** The number of lines before `end`, from the beginning of the file. */
  readonly count: number;
  /** `whole`: the file ends with that line; `unended`: its newline is missing; `torn`: there is more, that is no line. */
  readonly tail: "whole" | "unended" | "torn";
}

/** Where to begin: an offset in bytes, and how many lines are before it. */
export interface Mark {
  readonly at: number;
  readonly lines: number;
}

const CHUNK = 256 * 1024;
const NEWLINE = 10;

/**
 * Reads the lines of a file, which need not fit into one string. Bytes that are no UTF-8 make a line broken, and so does
 * a length that no writer allows. Throws what the system raises, also for a link and for what is no file; `undefined`
 * when the file is shorter than `from`, or no line begins there.
 *
 * @param isLive whether somebody writes it now: a line without its end is then not there yet
 */
export function readLines(
  file: string,
  name: string,
  from: Mark = { at: 0, lines: 0 },
  isLive = false,
): FileLines | undefined {
  const descriptor = openPlain(file);
  try {
    const at = beginning(descriptor, from.at);
    return at === undefined ? undefined : readFrom(descriptor, name, { at, lines: from.lines }, isLive);
  } finally {
    closeSync(descriptor);
  }
}

/** Gives the offset of the line that begins at an offset, or after the newline that is there now. */
function beginning(descriptor: number, at: number): number | undefined {
  if (at === 0) return 0;
  const around = Buffer.alloc(2);
  const read = readSync(descriptor, around, 0, 2, at - 1);
  if (read > 0 && around[0] === NEWLINE) return at;
  return read === 2 && around[1] === NEWLINE ? at + 1 : undefined;
}

function readFrom(descriptor: number, name: string, { at, lines: before }: Mark, isLive: boolean): FileLines {
  const lines: ReadLine[] = [];
  const chunk = Buffer.allocUnsafe(CHUNK);
  /** What is read of the line that has not ended. */
  let pieces: Buffer[] = [];
  let length = 0;
  let end = at;

  const take = (piece: Buffer): void => {
    // What is too long is counted, and not kept.
    if (length <= MAX_BYTES) pieces.push(Buffer.from(piece));
    length += piece.length;
  };
  const finish = (): void => {
    lines.push(length > MAX_BYTES ? { problem: tooLong(before + lines.length + 1, name) } : read());
    end += length + 1;
    pieces = [];
    length = 0;
  };
  const read = (): ReadLine => {
    const [first = Buffer.alloc(0)] = pieces;
    const bytes = pieces.length === 1 ? first : Buffer.concat(pieces);
    const number = before + lines.length + 1;
    if (!isUtf8(bytes)) return { problem: brokenLine(number, "it is no UTF-8", name) };
    return readLine(bytes.toString(), number, name);
  };

  for (let position = at; ;) {
    const size = readSync(descriptor, chunk, 0, CHUNK, position);
    if (size === 0) break;
    position += size;
    let start = 0;
    for (;;) {
      const newline = chunk.subarray(0, size).indexOf(NEWLINE, start);
      if (newline === -1) break;
      take(chunk.subarray(start, newline));
      finish();
      start = newline + 1;
    }
    take(chunk.subarray(start, size));
  }

  if (length === 0) return { lines, end, count: before + lines.length, tail: "whole" };
  const last = Buffer.concat(pieces);
  const entry = length > MAX_BYTES || !isUtf8(last) || isLive ? undefined : readEntry(last.toString());
  if (entry === undefined) {
    if (!isLive) lines.push({ problem: tornLine(before + lines.length + 1, name) });
    return { lines, end, count: before + lines.length - (isLive ? 0 : 1), tail: "torn" };
  }
  lines.push({ entry });
  return { lines, end: end + length, count: before + lines.length, tail: "unended" };
}

/** A UTF-16 unit is at most three bytes. */
const MAX_BYTES = MAX_LINE * 3;

const tooLong = (line: number, file: string): LogProblem => brokenLine(line, "it is too long", file);

function tornLine(line: number, file: string): LogProblem {
  const message = `Cannot read line ${line} of the log: it was never finished`;
  return { code: "log/torn-line", severity: "warning", message, file, line };
}
