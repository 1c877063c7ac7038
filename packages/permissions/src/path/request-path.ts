import type { Action, Advice, Request } from "../request.ts";
import { foldsCase, isOneFile } from "./fold-case.ts";
import { followLinks, type LinkEnd } from "./follow-links.ts";
import type { PathFs } from "./fs.ts";
import { findGround, type Ground, readSpelling } from "./ground.ts";
import { quote } from "./quote.ts";
import { type Named, nameParts } from "./resource.ts";
import { join, type Parts, takeOutDots } from "./syntax.ts";

/** Where a path is read from. */
export interface PathOptions {
  /** The absolute path of the worktree. A path that leaves it is at most asked about. */
  readonly worktree: string;
  /** The worktree with its links followed, where that is settled already. Default: looked up. */
  readonly real?: string | undefined;
  /** Where relative paths start. Default: the worktree, wherever the process is. */
  readonly cwd?: string | undefined;
  /** What `~` stands for, mostly the value of HOME. What is no absolute path is none. */
  readonly home?: string | undefined;
  /** The disk; `nodeFs` of `@polyglav/permissions/path/node` is that of Node. */
  readonly fs: PathFs;
  /** Whether the volume takes names in any case. Default: looked up with {@link foldsCase}, where it matters. */
  readonly caseInsensitive?: boolean | undefined;
  /**
   * What is opened in the end: the `target` that comes back (the default), or the path as it was spelled, as a shell
   * does. Then the system goes up by `..` from where a link leads, so that this place counts as well.
   */
  readonly opens?: "target" | "spelling" | undefined;
  /** The tool that is to be called, for the request and its summary. Default: none, and the summary has the category. */
  readonly tool?: string | undefined;
}

/** Where a path leads. */
export interface PathTarget extends LinkEnd {
  /** The absolute path as it was spelled, `..` taken out. */
  readonly lexical: string;
}

/** What a path asks for. */
export interface PathRequest {
  readonly request: Request & { readonly actions: readonly Action[]; readonly advice: readonly Advice[] };
  /** Open `target.real`, and nothing at all where there is a `target.fault`. */
  readonly target: PathTarget;
}

/**
 * Builds the request for one path. Each of its spellings is an action, so that the decision holds for all of them: the
 * path with its links followed comes first, then the path as it was spelled, then both in small letters where the volume
 * takes names in any case. Advice says what is asked about whatever the carves say: a path that leaves the worktree, by
 * its text or by a link, a link to nothing, and a path that cannot be resolved, such as an empty one or one with a NUL.
 *
 * It looks at the disk and changes nothing. What it saw can change: whoever opens the target checks that no link stands
 * on the way by then. Never rejects because of the path or the disk; rejects with a `TypeError` when the worktree is not
 * an absolute path.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, realpath, symlink } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { carve, decide, root, total } from "@polyglav/permissions";
 * import { requestPath } from "@polyglav/permissions/path";
 * import { nodeFs } from "@polyglav/permissions/path/node";
 *
 * const worktree = await realpath(await mkdtemp(join(tmpdir(), "worktree-")));
 * await symlink("/etc", join(worktree, "notes"));
 * const agent = root({ id: "agent", use: total(carve({ edit: "allow" }), "deny") });
 *
 * const place = { worktree, fs: nodeFs };
 * const inside = await requestPath("edit", "./src/../a.ts", place);
 * assert.deepEqual(inside.request.actions, [{ category: "edit", resource: ["a.ts"] }]);
 * assert.equal(decide(agent, inside.request).decision, "allow");
 * const outside = await requestPath("edit", "notes/hosts", place);
 * assert.equal(decide(agent, outside.request).decision, "ask");
 * ```
 */
export async function requestPath(category: string, path: string, options: PathOptions): Promise<PathRequest> {
  const { tool } = options;
  const ground = await findGround(options);
  const { spelled, fault } = readSpelling(path, ground);
  const lexical = join(takeOutDots(spelled), ground.syntax);
  const ends: Ends =
    fault === undefined ? await findEnds(spelled, ground, options) : [{ real: lexical, dangling: false, fault }];
  const target: PathTarget = { lexical, ...ends[0] };

  const paths = [...ends.map(({ real }) => real), lexical];
  const named = await Promise.all(paths.map((path, index) => nameFound(path, index < ends.length, ground, options.fs)));
  const exact = named.map(({ resource }) => resource);
  const folded = exact.map((resource) => resource.map(ground.fold));
  // Where folding changes nothing, nobody needs to know whether the volume does it.
  const isMoot = fault !== undefined || keyOf(folded) === keyOf(exact);
  const resources = isMoot || !(await isFolding(paths, options)) ? exact : [...exact, ...folded];

  const shown = named.map(({ resource, isInside }, index) =>
    isInside ? resource.join(ground.syntax.separator) : (paths[index] ?? ""),
  );
  return {
    request: {
      ...(tool !== undefined && { tool }),
      actions: distinct(resources).map((resource): Action => ({ category, resource })),
      advice: advise(ends, named, shown),
      summary: `${tool ?? category} ${summarize(shown)}`,
    },
    target,
  };
}

type Ends = readonly [LinkEnd, ...LinkEnd[]];

/** Follows the links of the path without its `..`, and of the path with them where that is how it is opened. */
async function findEnds(spelled: Parts, { syntax }: Ground, { fs, opens }: PathOptions): Promise<Ends> {
  const end = await followLinks(join(takeOutDots(spelled), syntax), fs);
  if (opens !== "spelling" || !spelled.names.includes("..")) return [end];
  const other = await followLinks(join(spelled, syntax), fs);
  return other.real === end.real ? [end] : [end, other];
}

async function isFolding(paths: readonly string[], { fs, caseInsensitive }: PathOptions): Promise<boolean> {
  if (caseInsensitive !== undefined) return caseInsensitive;
  for (const path of new Set(paths)) if (await foldsCase(path, fs)) return true;
  return false;
}

/**
 * Names an absolute path from the worktree. What links lead to is below its real name, or not at all; a spelling may
 * start at either. A beginning in other letters counts when the disk finds the very same folder there.
 */
async function nameFound(path: string, isEnd: boolean, { syntax, folders, fold }: Ground, fs: PathFs): Promise<Named> {
  const parts = syntax.split(path);
  const [given, real] = folders;
  const exact = nameParts(parts, isEnd ? [real] : [given, real]);
  if (exact.isInside) return exact;
  const isSame = (a: string, b: string): boolean => fold(a) === fold(b);
  for (const folder of isEnd ? [real] : [given, real]) {
    const found = nameParts(parts, [folder], isSame);
    if (!found.isInside) continue;
    const start = { root: parts.root, names: parts.names.slice(0, folder.names.length) };
    if (await isOneFile(join(start, syntax), join(folder, syntax), fs)) return found;
  }
  return exact;
}

const keyOf = (value: readonly unknown[]): string => JSON.stringify(value);

const distinct = (resources: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ...new Map(resources.map((each) => [keyOf(each), each])).values(),
];

/** Shows the spelling, and where it leads when that is elsewhere. */
function summarize(shown: readonly string[]): string {
  const [spelled, ...leads] = [...new Set(shown.toReversed())];
  return `${quote(spelled ?? "")}${leads.length === 0 ? "" : ` -> ${leads.toReversed().map(quote).join(" or ")}`}`;
}

/** Says why a path is asked about. The last of the names is the spelling, those before are the ends. */
function advise(ends: Ends, named: readonly Named[], shown: readonly string[]): readonly Advice[] {
  const [{ fault }] = ends;
  const whys = fault === undefined ? [] : [`cannot be resolved: ${fault}`];
  if (named.at(-1)?.isInside !== true) {
    whys.push("outside the worktree");
  } else {
    for (const [index, { real }] of ends.entries())
      if (named[index]?.isInside !== true) whys.push(`outside the worktree: it leads to ${quote(real)}`);
  }
  for (const [index, { dangling }] of ends.entries())
    if (dangling) whys.push(`a link on the way leads to nothing: ${quote(shown[index] ?? "")}`);
  return whys.map((why): Advice => ({ atMost: "ask", why }));
}
