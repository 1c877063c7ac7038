import { join, parse, sep } from "node:path";
import type { Action, Advice, Request } from "@polyglav/permissions";
import { guardedPaths } from "./guarded.ts";
import { GUARDED_NAMES, type Place, segmentsBelow } from "./place.ts";
import { quote } from "./quote.ts";
import { followLinks, resolvePath, type Target } from "./resolve-path.ts";
import { looksSecret } from "./secrets.ts";

/** A tool that works on one path. */
export type PathTool = "read" | "list" | "edit" | "write";

/** What a call of a path tool would touch, and the request that says so. */
export interface PathRequest {
  readonly request: Request;
  readonly target: Target;
}

/**
 * Builds the request of a path tool. Its first action names the path with all links followed; when it was spelled
 * otherwise, a second action names the spelling, so that a decision holds for both. Advice is added for what should
 * not happen silently; it only ever lowers a decision.
 */
export async function requestPath(tool: PathTool, path: string, place: Place): Promise<PathRequest> {
  const target = await resolvePath(path, place);
  const category = CATEGORIES[tool];
  const resolved: Action = { category, resource: nameInside(place, target.real) ?? nameOutside(target.real) };
  const spelled: Action = { category, resource: nameSpelling(place, target.lexical) ?? nameOutside(target.lexical) };
  const actions = isSame(resolved.resource, spelled.resource) ? [resolved] : [resolved, spelled];
  const advice = await advise(tool, target, place);
  const leads = actions.length > 1 ? ` -> ${quote(showPath(place, target.real))}` : "";
  const summary = `${tool} ${quote(showPath(place, target.lexical))}${leads}`;
  return { request: { tool, actions, advice, summary }, target };
}

/** Shows an absolute path to people and models: relative to the worktree where it is inside. */
function showPath(place: Place, path: string): string {
  return nameSpelling(place, path)?.join(sep) ?? path;
}

const CATEGORIES = { read: "read", list: "list", edit: "edit", write: "edit" } as const;

async function advise(tool: PathTool, target: Target, place: Place): Promise<readonly Advice[]> {
  const advice: Advice[] = [];
  const ask = (why: string) => advice.push({ atMost: "ask", why });
  const inside = nameInside(place, target.real);
  const spelled = nameSpelling(place, target.lexical);
  if (target.fault !== undefined) ask(`cannot be resolved: ${target.fault}`);
  if (spelled === undefined) ask("outside the worktree");
  else if (inside === undefined) ask(`outside the worktree: it leads to ${quote(target.real)}`);
  if (target.dangling) ask(`a link on the way leads to nothing: ${quote(showPath(place, target.real))}`);
  if (tool === "edit" || tool === "write") {
    const guarded = findGuardedName(inside) ?? findGuardedName(spelled) ?? (await findGuarded(target, place));
    if (guarded !== undefined) ask(`changes what is in ${quote(guarded)}, which decides what may run`);
  }
  if (tool === "read" && (await isSecret(target, place))) ask("looks like a secret");
  return advice;
}

/** Resource of a path that is known to be free of links. */
function nameInside(place: Place, real: string): readonly string[] | undefined {
  return nameFolder(segmentsBelow(place.real, real));
}

/** Resource of a path as it was spelled: the worktree may have been given through a link, too. */
function nameSpelling(place: Place, path: string): readonly string[] | undefined {
  return nameFolder(segmentsBelow(place.worktree, path) ?? segmentsBelow(place.real, path));
}

/** No name in a folder is "." or holds a separator, so neither "." nor the root tag can be mistaken for one. */
function nameFolder(segments: readonly string[] | undefined): readonly string[] | undefined {
  return segments?.length === 0 ? ["."] : segments;
}

function nameOutside(path: string): readonly string[] {
  const { root } = parse(path);
  return [root, ...path.slice(root.length).split(sep)].filter((segment) => segment !== "");
}

function findGuardedName(segments: readonly string[] | undefined): string | undefined {
  return segments?.find((segment) => GUARDED_NAMES.includes(segment.toLowerCase()));
}

/** Names the guarded file or folder that a path leads to or into. */
async function findGuarded(target: Target, place: Place): Promise<string | undefined> {
  const real = foldCase(target.real);
  const lexical = foldCase(target.lexical);
  for await (const { path, leads } of guardedPaths(place)) {
    if (segmentsBelow(foldCase(leads), real) ?? segmentsBelow(foldCase(path), lexical)) return showPath(place, path);
  }
  return undefined;
}

/** Logs hold what models read, so they lend the secrets in it; the folder may stand behind a link. */
async function isSecret(target: Target, place: Place): Promise<boolean> {
  if (looksSecret(target.real) || looksSecret(target.lexical)) return true;
  const { real } = await followLinks(join(place.worktree, ".polyglav", "runs"));
  return segmentsBelow(foldCase(real), foldCase(target.real)) !== undefined;
}

/** Some disks take names for the same that differ in case. Where they do not, this asks once too often. */
function foldCase(path: string): string {
  return path.toLowerCase();
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((segment, index) => segment === b[index]);
}
