import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { segmentsBelow } from "@polyglav/permissions/path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findPlace } from "../src/place.ts";
import { requestPath } from "../src/path-request.ts";

/** Names that meet each other often, with hostile ones among them. */
const name = fc.constantFrom("a", "b", "c", "constructor", "__proto__", ".git", ".env", "~", " ", "ü");
const step = fc.oneof({ weight: 5, arbitrary: name }, fc.constantFrom("..", ".", ""));
const path = fc.array(step, { minLength: 1, maxLength: 5 }).map((steps) => steps.join("/"));
const entry = fc.record({
  at: fc.array(name, { minLength: 1, maxLength: 3 }).map((steps) => steps.join("/")),
  kind: fc.constantFrom("file", "folder", "link", "absolute link", "link out" as const),
  to: path,
});

type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never;

/** Makes files, folders and links as far as they do not stand in each other's way. */
async function makeTree(base: string, entries: readonly Entry[]): Promise<string> {
  const worktree = join(base, "worktree");
  await mkdir(join(base, "out/a/b"), { recursive: true });
  await mkdir(worktree);
  for (const { at, kind, to } of entries) {
    const here = join(worktree, at);
    try {
      await mkdir(dirname(here), { recursive: true });
      if (kind === "file") await writeFile(here, "");
      else if (kind === "folder") await mkdir(here);
      else if (kind === "link") await symlink(to, here);
      else if (kind === "absolute link") await symlink(join(worktree, to), here);
      else await symlink(join(base, "out"), here);
    } catch {
      // something else stands there already, or the name is empty
    }
  }
  return worktree;
}

const law = (name: string, holds: (worktree: string, path: string) => Promise<void>) => {
  it(name, async () => {
    const trees = fc.array(entry, { maxLength: 8 });
    const paths = fc.array(path, { maxLength: 6 });
    const property = fc.asyncProperty(trees, paths, async (entries, paths) => {
      const base = await realpath(await mkdtemp(join(tmpdir(), "polyglav-laws-")));
      try {
        const worktree = await makeTree(base, entries);
        for (const one of [...paths, ...entries.map(({ at }) => `${at}/new`)]) await holds(worktree, one);
      } finally {
        await rm(base, { recursive: true, force: true });
      }
    });
    await fc.assert(property, { numRuns: 50 });
  });
};

describe("on any tree of files, folders and links", () => {
  law("a request without advice leads into the worktree, past no guarded folder", async (worktree, path) => {
    const place = findPlace(worktree, { env: {} });
    const { request, target } = await requestPath("write", path, place);
    if (request.advice?.length !== 0) return;
    const segments = segmentsBelow(worktree, target.real);
    expect(segments).toBeDefined();
    expect(segments).not.toContain(".git");
    expect(request.actions[0]?.resource).toEqual(segments?.length === 0 ? ["."] : segments);
  });

  law("every spelling of a path asks for the same target", async (worktree, path) => {
    if (path === "" || path.startsWith("/") || path.startsWith("~")) return;
    const place = findPlace(worktree, { env: {} });
    const { request } = await requestPath("read", path, place);
    for (const spelling of [join(worktree, path), `./${path}`, `${path}//.`]) {
      expect((await requestPath("read", spelling, place)).request).toEqual(request);
    }
  });
});
