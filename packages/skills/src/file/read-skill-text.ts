import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { faultState } from "./disk-fault.ts";
import { MAX_BYTES } from "./scan-place.ts";

/** A text, or why there is none. */
export type SkillText =
  | { readonly ok: true; readonly text: string; readonly isWhole: boolean }
  | { readonly ok: false; readonly code: string; readonly state: string };

/**
 * Reads a regular file of UTF-8 from its start, up to so many bytes. What is not whole ends with a whole character.
 * The file is judged again when it is open, because it may be another one than was listed.
 */
export function readSkillText(realFile: string, maxBytes: number = MAX_BYTES): SkillText {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(realFile, READ);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return fault("skill/cannot-read", "it is not a regular file");
    if (stats.size > MAX_BYTES) return fault("skill/too-large", `it is larger than ${MAX_BYTES / 1_000_000} MB`);
    const wanted = Math.min(stats.size, maxBytes);
    const bytes = wanted <= SHARED.length ? SHARED : Buffer.allocUnsafe(wanted);
    const read = readFully(descriptor, bytes, wanted);
    const isWhole = read === stats.size;
    const part = bytes.subarray(0, isWhole ? read : endOfCharacter(bytes, read));
    if (!isUtf8(part)) return fault("skill/not-utf-8", "it is not UTF-8");
    return { ok: true, text: part.toString("utf8"), isWhole };
  } catch (error) {
    return fault("skill/cannot-read", faultState(error));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * A pipe or a link may have taken the place of the file since it was found: this waits for no writer and follows no
 * link. Windows has neither flag, and no flag is none.
 */
const READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Used again for each file: what is read is turned into text before anything else is. */
const SHARED = Buffer.allocUnsafeSlow(1 << 16);

function readFully(descriptor: number, bytes: Buffer, wanted: number): number {
  let read = 0;
  while (read < wanted) {
    const more = readSync(descriptor, bytes, read, wanted - read, read);
    if (more === 0) break;
    read += more;
  }
  return read;
}

/** Where the last whole character ends: before the first byte of one whose others are not there. */
function endOfCharacter(bytes: Buffer, end: number): number {
  let start = end - 1;
  while (start > end - 4 && start >= 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const first = bytes[start] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return start + length > end ? start : end;
}

const fault = (code: string, state: string): SkillText => ({ ok: false, code, state });
