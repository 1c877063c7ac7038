import { statSync } from "node:fs";
import { faultCode } from "./disk-fault.ts";

/**
 * Tells one state of a file from another by what the system says about it, without reading it: equal stamps mean that
 * nobody wrote it, replaced it, or changed its mode in between. Symbolic links are followed. Gives `undefined` when
 * nothing is there, and the code of the fault, such as `EACCES`, when the system does not say. Takes a few millionths
 * of a second, so that hundreds of files can be asked before each use. Never throws.
 *
 * Two changes within one tick of the file system's clock (a few milliseconds at most, on older systems) that leave the
 * size as it was, and happen in place, can look like one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { stampOf } from "@polyglav/registry/file";
 *
 * const file = join(mkdtempSync(join(tmpdir(), "example-")), "themes.json");
 * assert.equal(stampOf(file), undefined);
 * writeFileSync(file, "{}");
 * const stamp = stampOf(file);
 * assert.equal(stampOf(file), stamp);
 * writeFileSync(file, '{ "dark": {} }');
 * assert.notEqual(stampOf(file), stamp);
 * ```
 */
export function stampOf(file: string): string | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats && `${stats.dev}-${stats.ino}-${stats.mode}-${stats.size}-${stats.mtimeMs}-${stats.ctimeMs}`;
  } catch (error) {
    return faultCode(error) ?? String(error);
  }
}
