import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { followLinks } from "@polyglav/permissions/path";
import { nodeFs } from "@polyglav/permissions/path/node";
import type { Place } from "./place.ts";

/** A file or folder whose change is never silent. */
export interface GuardedPath {
  /** As it is named. */
  readonly path: string;
  /** With every link followed, also where nothing is yet. */
  readonly leads: string;
}

/**
 * Finds what decides permissions: the folders of settings, what the caller named, and the places that links in them
 * lead to. Looked up for each call, since links come and go.
 */
export async function* guardedPaths({ settings, guarded }: Place): AsyncGenerator<GuardedPath> {
  for (const path of [...settings, ...guarded]) {
    yield { path, leads: (await followLinks(path, nodeFs)).real };
    // What was named may be such a folder, too.
    yield* linksIn(path, (name) => /\.json$/i.test(name));
    const skills = join(path, "skills");
    yield* linksIn(path, (name) => name === "skills");
    for (const skill of yield* linksIn(skills, () => true)) yield* linksIn(join(skills, skill), () => true);
  }
}

/** Gives where the links in a folder lead, of those that are wanted; returns the names of all its entries. */
async function* linksIn(
  folder: string,
  isWanted: (name: string) => boolean,
): AsyncGenerator<GuardedPath, readonly string[]> {
  // Mostly ENOENT: there is no such folder, or it is a file.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isSymbolicLink() || !isWanted(entry.name)) continue;
    const path = join(folder, entry.name);
    yield { path, leads: (await followLinks(path, nodeFs)).real };
  }
  return entries.map(({ name }) => name);
}
