import { readdir, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type PathTarget, segmentsBelow } from "@polyglav/permissions/path";
import { findNearest } from "./nearest.ts";
import type { Place } from "./place.ts";
import { quote } from "./quote.ts";
import { ToolError } from "./tool-error.ts";

/**
 * Says that a path does not exist, which part of it is missing, and which names near it do exist. Names are told only
 * inside the worktree: outside, the approval was for one path and not for its folder.
 */
export async function describeMissing(
  action: string,
  path: string,
  target: PathTarget,
  place: Place,
): Promise<ToolError> {
  const { folder, name } = await findMissingPart(target.real);
  const near = segmentsBelow(place.real, folder) === undefined ? [] : findNearest(name, await namesIn(folder));
  const part = name === basename(target.lexical) ? "it does" : `its part ${quote(name)} does`;
  const names = near.length > 0 ? `, near names are ${near.map(quote).join(", ")}` : "";
  return new ToolError("POLYGLAV_FILE_NOT_FOUND", `Cannot ${action} ${quote(path)}: ${part} not exist${names}`);
}

async function findMissingPart(path: string): Promise<{ readonly folder: string; readonly name: string }> {
  const folder = dirname(path);
  // A failing stat means that the folder is missing as well; the root always exists.
  const exists = folder === path || (await stat(folder).catch(() => undefined)) !== undefined;
  return exists ? { folder, name: basename(path) } : findMissingPart(folder);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return []; // not a folder, or not readable: then there is no name to offer
  }
}
