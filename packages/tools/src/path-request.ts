import { parse, sep } from "node:path";
import type { Action, Advice, Request } from "@polyglav/permissions";
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
export function showPath(place: Place, path: string): string {
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
    const guarded = findGuardedName(inside) ?? findGuardedName(spelled) ?? (await findGuardedFolder(target, place));
    if (guarded !== undefined) ask(`changes what is in ${quote(guarded)}, which decides what may run`);
  }
  if (tool === "read" && (looksSecret(target.real) || looksSecret(target.lexical))) ask("looks like a secret");
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

async function findGuardedFolder(target: Target, place: Place): Promise<string | undefined> {
  for (const folder of place.guarded) {
    const { real } = await followLinks(folder);
    if (segmentsBelow(real, target.real) ?? segmentsBelow(folder, target.lexical)) return showPath(place, folder);
  }
  return undefined;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((segment, index) => segment === b[index]);
}
