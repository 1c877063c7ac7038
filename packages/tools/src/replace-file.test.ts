import { appendFile, lstat, mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeWorktree } from "../tests/temporary-worktree.ts";
import { replaceFile } from "./replace-file.ts";

it("a file that changed since it was read stays as it is now", async () => {
  const { worktree } = await makeWorktree({ a: "one" });
  const real = join(worktree, "a");
  const before = await lstat(real);
  await appendFile(real, " two");
  await expect(replaceFile("three", { real, shown: "a", action: "edit", before })).rejects.toMatchObject({
    code: "POLYGLAV_FILE_CHANGED",
  });
  expect(await readFile(real, "utf8")).toBe("one two");
  expect(await readdir(worktree)).toEqual(["a"]);
});

it("a file that appeared meanwhile is not overwritten", async () => {
  const { worktree } = await makeWorktree({ a: "mine" });
  const replacement = { real: join(worktree, "a"), shown: "a", action: "write", before: undefined };
  await expect(replaceFile("x", replacement)).rejects.toMatchObject({ code: "POLYGLAV_FILE_CHANGED" });
  expect(await readFile(join(worktree, "a"), "utf8")).toBe("mine");
});

it("a file that vanished meanwhile is not made again", async () => {
  const { worktree } = await makeWorktree({ a: "", b: "" });
  const before = await lstat(join(worktree, "a"));
  const replacement = { real: join(worktree, "c"), shown: "c", action: "edit", before };
  await expect(replaceFile("x", replacement)).rejects.toMatchObject({ code: "POLYGLAV_FILE_CHANGED" });
  expect(await readdir(worktree)).toEqual(["a", "b"]);
});

it("nothing is left where a link was put on the way", async () => {
  const { worktree, outside } = await makeWorktree();
  await mkdir(join(outside, "d"));
  await symlink(join(outside, "d"), join(worktree, "d"));
  const replacement = { real: join(worktree, "d/a"), shown: "d/a", action: "write", before: undefined };
  await expect(replaceFile("x", replacement)).rejects.toMatchObject({ code: "POLYGLAV_TARGET_CHANGED" });
  expect(await readdir(join(outside, "d"))).toEqual([]);
});
