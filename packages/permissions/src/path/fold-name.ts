/**
 * Writes a name the one way that stands for all that a volume may take for the same: small letters, one form of each
 * accent, without the invisible characters that some volumes skip. Of two names that differ after this, no volume of
 * the usual systems makes one. A name of invisible characters only stays as it is.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { foldName } from "@polyglav/permissions/path";
 *
 * assert.equal(foldName("README.md"), "readme.md");
 * assert.equal(foldName("Stra\u00dfe"), foldName("STRASSE"));
 * assert.equal(foldName("e\u0301"), "\u00e9");
 * ```
 */
export function foldName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  const visible = name.replace(INVISIBLE, "");
  // Letter by letter: what a sigma becomes depends on its neighbours otherwise. Up and down: some letters meet only so.
  const folded = Array.from(visible, (letter) => letter.toLowerCase().toUpperCase().toLowerCase()).join("");
  return folded === "" ? name : folded.normalize("NFC");
}

/**
 * Folds a name of Windows, which also opens `a.txt` as `a.txt. `, and as `a.txt:part` one of its streams. A drive such
 * as `C:` and a share, which begins with a backslash, are no names of files.
 */
export function foldWindowsName(name: string): string {
  if (/^([a-z]:$|\\)/i.test(name)) return foldName(name);
  const bare = name.replace(/:.*$/su, "").replace(/[. ]+$/u, "");
  return foldName(bare === "" ? name : bare);
}

const PLAIN = /^[\x20-\x7e]*$/;

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
