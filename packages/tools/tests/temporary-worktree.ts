import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createTools, type Tools, type ToolsOptions } from "../src/create-tools.ts";
import { findPlace, type Place } from "../src/place.ts";

/** A worktree on the real disk, with a folder beside it that is not part of it. Both are removed after the test. */
export interface TemporaryWorktree {
  readonly worktree: string;
  readonly outside: string;
  readonly home: string;
  readonly tools: Tools;
  readonly place: Place;
}

export async function makeWorktree(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: Omit<ToolsOptions, "worktree"> = {},
): Promise<TemporaryWorktree> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "polyglav-tools-")));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const [worktree = "", outside = "", home = ""] = ["worktree", "outside", "home"].map((name) => join(base, name));
  for (const folder of [worktree, outside, home]) await mkdir(folder);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(worktree, name)), { recursive: true });
    await writeFile(join(worktree, name), content);
  }
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: undefined, ...options.env };
  return {
    worktree,
    outside,
    home,
    tools: createTools({ ...options, worktree, env }),
    place: findPlace(worktree, { env, guarded: options.guarded }),
  };
}

/** What `execute` needs when a test does not care. */
export const call = { toolCallId: "call-1" } as const;
