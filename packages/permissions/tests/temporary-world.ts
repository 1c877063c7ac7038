import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { nodeFs } from "../src/path/node/index.ts";

/** A worktree on the real disk, and two folders beside it. */
export interface TemporaryWorld {
  readonly worktree: string;
  readonly outside: string;
  readonly home: string;
  /** What `requestPath` needs. */
  readonly place: { readonly worktree: string; readonly home: string; readonly fs: typeof nodeFs };
}

/** Makes a world with files in its worktree, by their texts, and links, by what they hold in a list of one. */
export async function makeWorld(
  entries: Readonly<Record<string, string | readonly [to: string]>> = {},
): Promise<TemporaryWorld> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "polyglav-paths-")));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const [worktree = "", outside = "", home = ""] = ["worktree", "outside", "home"].map((name) => join(base, name));
  for (const folder of [worktree, outside, home]) await mkdir(folder);
  for (const [name, entry] of Object.entries(entries)) {
    const at = join(worktree, name);
    await mkdir(dirname(at), { recursive: true });
    if (typeof entry === "string") await writeFile(at, entry);
    else await symlink(entry[0], at);
  }
  return { worktree, outside, home, place: { worktree, home, fs: nodeFs } };
}
