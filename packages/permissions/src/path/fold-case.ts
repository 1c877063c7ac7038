import type { PathFs, PathStats } from "./fs.ts";
import { join, syntaxOf } from "./syntax.ts";

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
