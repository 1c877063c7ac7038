import { append, namesBelow, type Parts, syntaxOf, takeOutDots } from "./syntax.ts";

/** What a path is named from. */
export interface ResourcePlace {
  /** The absolute path of the worktree. */
  readonly worktree: string;
}

/**
 * Writes a path as the resource of an action, by its text alone: its names below the worktree, `["."]` for the worktree
 * itself, and for what is outside `/` and then its names, of which the first is the drive on Windows. A relative path
 * starts at the worktree; `.`, `..` and slashes that say nothing are taken out. No file is called `.` or `/`, so no two
 * paths share a resource.
 *
 * Links are not followed: `requestPath` does that, and adds what a decision needs besides. Throws a `TypeError` when the
 * worktree is not an absolute path.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pathResource } from "@polyglav/permissions/path";
 *
 * const place = { worktree: "/home/ada/project" };
 * assert.deepEqual(pathResource("/home/ada/project/src/../a.ts", place), ["a.ts"]);
 * assert.deepEqual(pathResource("/home/ada/project/", place), ["."]);
 * assert.deepEqual(pathResource("/etc/hosts", place), ["/", "etc", "hosts"]);
 * assert.deepEqual(pathResource("D:\\a", { worktree: "C:\\project" }), ["/", "D:", "a"]);
 * ```
 */
export function pathResource(path: string, { worktree }: ResourcePlace): readonly string[] {
  const syntax = syntaxOf(worktree);
  if (syntax === undefined) throw notAbsolute(worktree);
  const folder = takeOutDots(syntax.split(worktree));
  const given = syntax.split(path);
  // What starts where only the system knows is named from the drive, by a name that no file has.
  const parts = append(folder, given) ?? { root: `${given.root}\\`, names: [given.root, ...given.names] };
  return nameParts(takeOutDots(parts), [folder]).resource;
}

/** The resource of a path, and whether it is in one of the folders, which are all the worktree by other names. */
export interface Named {
  readonly resource: readonly string[];
  readonly isInside: boolean;
}

/** Names absolute parts without `..`. The first folder that holds it counts. */
export function nameParts(
  path: Parts,
  folders: readonly Parts[],
  isSame: (a: string, b: string) => boolean = isEqual,
): Named {
  for (const folder of folders) {
    const names = namesBelow(folder, path, isSame);
    if (names !== undefined) return { resource: names.length === 0 ? ["."] : names, isInside: true };
  }
  // A drive or a share of Windows is the first name.
  const top = path.root === "/" ? [] : [path.root.slice(0, -1)];
  return { resource: ["/", ...top, ...path.names], isInside: false };
}

/**
 * Gives the names of an absolute path below a folder, and `undefined` when it is not below it. The folder itself has
 * none. It compares texts and follows nothing; give it two paths that links were followed in, or two that were not.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { segmentsBelow } from "@polyglav/permissions/path";
 *
 * assert.deepEqual(segmentsBelow("/work/a", "/work/a/b/c"), ["b", "c"]);
 * assert.deepEqual(segmentsBelow("/work/a", "/work/a"), []);
 * assert.equal(segmentsBelow("/work/a", "/work/ab"), undefined);
 * ```
 */
export function segmentsBelow(folder: string, path: string): readonly string[] | undefined {
  const syntax = syntaxOf(folder);
  return syntax && namesBelow(takeOutDots(syntax.split(folder)), takeOutDots(syntax.split(path)), isEqual);
}

/** Says that a worktree cannot be one. */
export function notAbsolute(worktree: string): TypeError {
  return new TypeError(`Cannot name paths from the worktree ${JSON.stringify(worktree)}: it is not an absolute path`);
}

const isEqual = (a: string, b: string): boolean => a === b;
