import { join, sep } from "node:path";
import type { Advice, Request } from "@polyglav/permissions";
import {
  foldName,
  followLinks,
  type PathOptions,
  type PathTarget,
  requestPath as requestAnyPath,
  segmentsBelow,
} from "@polyglav/permissions/path";
import { nodeFs } from "@polyglav/permissions/path/node";
import { guardedPaths } from "./guarded.ts";
import { GUARDED_NAMES, type Place } from "./place.ts";
import { quote } from "./quote.ts";
import { looksSecret } from "./secrets.ts";

/** A tool that works on one path. */
export type PathTool = "read" | "list" | "edit" | "write";

/** What a call of a path tool would touch, and the request that says so. */
export interface PathRequest {
  readonly request: Request;
  readonly target: PathTarget;
}

/**
 * Builds the request of a path tool (`opens` as in `@polyglav/permissions/path`): what every path asks for, and advice for what should not happen silently in a
 * worktree of ours, to change what decides permissions and to read secrets.
 */
export async function requestPath(
  tool: PathTool,
  path: string,
  place: Place,
  opens?: PathOptions["opens"],
): Promise<PathRequest> {
  const { worktree, real, home } = place;
  const where = { worktree, real, home, tool, opens, fs: nodeFs };
  const { request, target } = await requestAnyPath(CATEGORIES[tool], path, where);
  const advice = [...request.advice, ...(await advise(tool, target, place))];
  return { request: { ...request, advice }, target };
}

const CATEGORIES = { read: "read", list: "list", edit: "edit", write: "edit" } as const;

async function advise(tool: PathTool, target: PathTarget, place: Place): Promise<readonly Advice[]> {
  const advice: Advice[] = [];
  const ask = (why: string) => advice.push({ atMost: "ask", why });
  if (tool === "edit" || tool === "write") {
    const guarded = findGuardedName(target, place) ?? (await findGuarded(target, place));
    if (guarded !== undefined) ask(`changes what is in ${quote(guarded)}, which decides what may run`);
  }
  if (tool === "read" && (await isSecret(target, place))) ask("looks like a secret");
  return advice;
}

/** Gives the names of a path that was spelled: the worktree may have been given through a link. */
function namesInside(path: string, { worktree, real }: Place): readonly string[] | undefined {
  return segmentsBelow(worktree, path) ?? segmentsBelow(real, path);
}

/** Shows an absolute path to people and models: relative to the worktree where it is inside. */
function showPath(path: string, place: Place): string {
  const names = namesInside(path, place);
  return names?.length === 0 ? "." : (names?.join(sep) ?? path);
}

/** Finds a guarded name below the worktree, in what the path leads to and in how it is spelled. */
function findGuardedName({ real, lexical }: PathTarget, place: Place): string | undefined {
  const resolved = segmentsBelow(place.real, real) ?? [];
  const spelled = namesInside(lexical, place) ?? [];
  return [...resolved, ...spelled].find((segment) => GUARDED_NAMES.includes(foldName(segment)));
}

/** Names the guarded file or folder that a path leads to or into. */
async function findGuarded(target: PathTarget, place: Place): Promise<string | undefined> {
  const real = foldCase(target.real);
  const lexical = foldCase(target.lexical);
  for await (const { path, leads } of guardedPaths(place)) {
    if (segmentsBelow(foldCase(leads), real) ?? segmentsBelow(foldCase(path), lexical)) return showPath(path, place);
  }
  return undefined;
}

/** Logs hold what models read, so they lend the secrets in it; the folder may stand behind a link. */
async function isSecret(target: PathTarget, place: Place): Promise<boolean> {
  if (looksSecret(target.real) || looksSecret(target.lexical)) return true;
  const { real } = await followLinks(join(place.worktree, ".polyglav", "runs"), nodeFs);
  return segmentsBelow(foldCase(real), foldCase(target.real)) !== undefined;
}

/** Some disks take names for the same that differ in case. Where they do not, this asks once too often. */
function foldCase(path: string): string {
  return path.split(sep).map(foldName).join(sep);
}
