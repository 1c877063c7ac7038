import { foldName, foldWindowsName } from "./fold-name.ts";
import { followLinks } from "./follow-links.ts";
import type { PathOptions } from "./request-path.ts";
import { notAbsolute } from "./resource.ts";
import { append, isAbsolute, join, type Parts, type Syntax, syntaxOf, takeOutDots } from "./syntax.ts";

/** The worktree and what else a path is read with. */
export interface Ground {
  readonly syntax: Syntax;
  /** The worktree, by all its names. */
  readonly folders: readonly [given: Parts, real: Parts];
  readonly cwd: Parts;
  readonly home: Parts | undefined;
  readonly fold: (name: string) => string;
}

/** Finds what a path is read with. Rejects with a `TypeError` when the worktree is not an absolute path. */
export async function findGround({ worktree, real, cwd, home, fs }: PathOptions): Promise<Ground> {
  const syntax = syntaxOf(worktree);
  if (syntax === undefined) throw notAbsolute(worktree);
  const given = takeOutDots(syntax.split(worktree));
  const leads = real ?? (await followLinks(join(given, syntax), fs)).real;
  const start = cwd === undefined ? given : append(given, syntax.split(cwd));
  const homeParts = home === undefined ? undefined : syntax.split(home);
  return {
    syntax,
    folders: [given, takeOutDots(syntax.split(leads))],
    cwd: start ?? given,
    home: homeParts !== undefined && isAbsolute(homeParts) ? homeParts : undefined,
    fold: syntax.separator === "/" ? foldName : foldWindowsName,
  };
}

/** A path as it was spelled. */
export interface Spelling {
  /** Absolute, `..` still in it. */
  readonly spelled: Parts;
  /** Why nothing can be opened by it. */
  readonly fault?: string;
}

/** Puts a path behind the folder that it starts at. Never throws: what no path can be is a fault. */
export function readSpelling(path: string, { syntax, cwd, home }: Ground): Spelling {
  const parts = syntax.split(path);
  const behind = append(cwd, parts);
  const spelled = behind ?? { root: cwd.root, names: [...cwd.names, parts.root, ...parts.names] };
  if (path === "") return { spelled, fault: "it is empty" };
  if (path.includes("\0")) return { spelled, fault: "it holds a NUL byte" };
  // Such a half becomes another character on its way to the disk.
  if (HALF_CHARACTER.test(path)) return { spelled, fault: "it holds half a character" };
  if (behind === undefined) return { spelled, fault: "it starts at the current folder of a drive" };
  if (parts.root !== "" || parts.names[0] !== "~" || !path.startsWith("~")) return { spelled };
  if (home === undefined) return { spelled, fault: "there is no home folder, for HOME is not an absolute path" };
  return { spelled: { root: home.root, names: [...home.names, ...parts.names.slice(1)] } };
}

const HALF_CHARACTER = /\p{Surrogate}/u;
