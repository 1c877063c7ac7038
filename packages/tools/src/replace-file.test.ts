import { appendFile, lstat, readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeWorktree } from "../tests/temporary-worktree.ts";
import { openFolder } from "./folder.ts";
import { replaceFile } from "./replace-file.ts";

const task = { action: "edit", shown: "a" };

async function makeFolderWith(files: Readonly<Record<string, string>>) {
  const { worktree } = await makeWorktree(files);
  const folder = await openFolder(worktree, task);
  onTestFinished(folder.close);
  return { worktree, folder };
}

it("a file that changed since it was read stays as it is now", async () => {
  const { worktree, folder } = await makeFolderWith({ a: "one" });
  const before = await lstat(join(worktree, "a"));
  await appendFile(join(worktree, "a"), " two");
  await expect(replaceFile("three", { folder, name: "a", before }, task)).rejects.toMatchObject({
    code: "POLYGLAV_FILE_CHANGED",
    message: 'Cannot edit "a": something else changed it meanwhile',
  });
  expect(await readFile(join(worktree, "a"), "utf8")).toBe("one two");
  expect(await readdir(worktree)).toEqual(["a"]);
});

it("a change that leaves the time as it was is seen by the size", async () => {
  const { worktree, folder } = await makeFolderWith({ a: "one" });
  await utimes(join(worktree, "a"), 1000, 1000);
  const before = await lstat(join(worktree, "a"));
  await appendFile(join(worktree, "a"), " two");
  await utimes(join(worktree, "a"), 1000, 1000);
  await expect(replaceFile("three", { folder, name: "a", before }, task)).rejects.toMatchObject({
    code: "POLYGLAV_FILE_CHANGED",
  });
});

it("a file that appeared meanwhile is not overwritten", async () => {
  const { worktree, folder } = await makeFolderWith({ a: "mine" });
  await expect(replaceFile("x", { folder, name: "a", before: undefined }, task)).rejects.toMatchObject({
    code: "POLYGLAV_FILE_CHANGED",
  });
  expect(await readFile(join(worktree, "a"), "utf8")).toBe("mine");
});

it("a file that vanished meanwhile is not made again", async () => {
  const { worktree, folder } = await makeFolderWith({ a: "" });
  const before = await lstat(join(worktree, "a"));
  await expect(replaceFile("x", { folder, name: "gone", before }, task)).rejects.toMatchObject({
    code: "POLYGLAV_FILE_CHANGED",
  });
  expect(await readdir(worktree)).toEqual(["a"]);
});
