import type { PathFs, PathStats } from "./fs.ts";
import { join, syntaxOf } from "./syntax.ts";

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
  const visible = name.normalize("NFD").replace(INVISIBLE, "");
  // Letter by letter: what a sigma becomes depends on its neighbours otherwise. Up and down: some letters meet only so.
  const folded = Array.from(visible, (letter) => letter.toLowerCase().toUpperCase().toLowerCase()).join("");
  return folded === "" ? name : folded.normalize("NFC");
}

/** Folds a name of Windows, which also opens `a.txt` as `a.txt. `, and as `a.txt:part` one of its streams. */
export function foldWindowsName(name: string): string {
  const bare = name.replace(/:.*$/su, "").replace(/[. ]+$/u, "");
  return foldName(bare === "" ? name : bare);
}

const PLAIN = /^[\x20-\x7e]*$/;

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Looks whether a name on the way to a path is found in another case, too: then a rule for one spelling has to hold for
 * all of them. Where nothing stands at the path yet, the folder that it would be made in is asked by another name in
 * it; an empty folder cannot be asked. Changes nothing and never rejects for a fault of the disk: what cannot be looked
 * at does not fold. Rejects with a `TypeError` when the path is not absolute.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { existsSync } from "node:fs";
 * import { foldsCase } from "@polyglav/permissions/path";
 * import { nodeFs } from "@polyglav/permissions/path/node";
 *
 * assert.equal(await foldsCase(process.execPath, nodeFs), existsSync(process.execPath.toUpperCase()));
 * ```
 */
export async function foldsCase(path: string, fs: PathFs): Promise<boolean> {
  const syntax = syntaxOf(path);
  if (syntax === undefined) throw new TypeError(`Cannot look at ${JSON.stringify(path)}: it is not an absolute path`);
  const { root, names } = syntax.split(path);
  const folderAt = (depth: number): string => join({ root, names: names.slice(0, depth) }, syntax);
  const inFolder = (depth: number, name: string): Promise<boolean | undefined> =>
    isFoundSwapped(name, (swapped) => join({ root, names: [...names.slice(0, depth), swapped] }, syntax), fs);

  const found = await Promise.all(names.map((name, depth) => inFolder(depth, name)));
  if (found.includes(true)) return true;
  if (found.at(-1) !== undefined) return false;
  for (let depth = names.length - 1; depth >= 0; depth -= 1) {
    const inside = await fs.readdir(folderAt(depth)).catch(() => undefined); // it does not exist either
    if (inside === undefined) continue;
    const other = inside.find((name) => swapCase(name) !== name);
    return other !== undefined && (await inFolder(depth, other)) === true;
  }
  return false;
}

/** `undefined`: nothing stands there, or its name has no letters to swap. */
async function isFoundSwapped(
  name: string,
  pathOf: (name: string) => string,
  fs: PathFs,
): Promise<boolean | undefined> {
  const swapped = swapCase(name);
  if (swapped === name) return undefined;
  if ((await lookAt(pathOf(name), fs)) === undefined) return undefined;
  return isOneFile(pathOf(name), pathOf(swapped), fs);
}

/** Tells whether something stands at both paths, and it is the same: a folder has no other names but by case. */
export async function isOneFile(a: string, b: string, fs: PathFs): Promise<boolean> {
  const [here, there] = await Promise.all([lookAt(a, fs), lookAt(b, fs)]);
  return here !== undefined && there?.dev === here.dev && there.ino === here.ino;
}

/** `undefined`: there is nothing, or nothing that may be looked at. */
async function lookAt(path: string, fs: PathFs): Promise<PathStats | undefined> {
  try {
    return await fs.lstat(path);
  } catch {
    return undefined; // any fault of the system, mostly ENOENT
  }
}

/** Only plain letters: all that fold case agree about them. */
function swapCase(name: string): string {
  return name.replace(/[a-z]+|[A-Z]+/g, (run) => (run < "a" ? run.toLowerCase() : run.toUpperCase()));
}
