import { isUtf8 } from "node:buffer";
import { lstatSync, readFileSync, statSync } from "node:fs";
import { faultCode, faultState } from "./disk-fault.ts";

/** What was found where a text file may be. */
export type TextFile =
  | { readonly found: "text"; readonly text: string; readonly hasBom: boolean }
  | { readonly found: "nothing" }
  /** The path leads through something that is no folder, as in a home of `/dev/null`: there is no file. */
  | { readonly found: "no-folder" }
  | { readonly found: "unreadable"; readonly code: string; readonly state: string; readonly line?: number };

/**
 * Reads a regular file as UTF-8, its byte order mark aside. Pipes and devices are refused, for reading them could wait for
 * ever, and so is what is larger than 64 MiB, which nobody wrote. A symbolic link that leads nowhere counts as
 * unreadable: somebody meant the file to be there. Never throws for what is on disk.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readText } from "@polyglav/registry/file";
 *
 * assert.deepEqual(readText("/no/such/file"), { found: "nothing" });
 * assert.equal(readText("/").found, "unreadable");
 * ```
 */
export function readText(file: string): TextFile {
  try {
    const stats = statSync(file);
    if (stats.isFile() && stats.size > MAX_BYTES) return unreadable("it is larger than 64 MiB");
    if (stats.isFile()) return decode(readFileSync(file));
    return unreadable(stats.isDirectory() ? "it is a folder" : "it is not a regular file");
  } catch (error) {
    const code = faultCode(error);
    if (code === "ENOTDIR") return { found: "no-folder" };
    if (code !== "ENOENT") return unreadable(faultState(error));
    return isLink(file) ? unreadable("its symbolic link leads nowhere") : { found: "nothing" };
  }
}

const MAX_BYTES = 64 * 1024 * 1024;

const unreadable = (state: string): TextFile => ({ found: "unreadable", code: "file/cannot-read", state });

function decode(bytes: Uint8Array): TextFile {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (!isUtf8(bytes)) {
    return {
      found: "unreadable",
      code: "file/not-utf-8",
      state: "it is not UTF-8",
      line: lineOfDifference(bytes, text),
    };
  }
  const hasBom = text.startsWith("\uFEFF");
  return { found: "text", text: hasBom ? text.slice(1) : text, hasBom };
}

/** The decoder put a replacement where the bytes are no UTF-8, so that is where text and bytes part. */
function lineOfDifference(bytes: Uint8Array, text: string): number {
  const decoded = new TextEncoder().encode(text);
  const offset = bytes.findIndex((byte, i) => byte !== decoded[i]);
  return bytes.subarray(0, offset).filter((byte) => byte === 0x0a).length + 1;
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
