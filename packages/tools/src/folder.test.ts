import { mkdir, readdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeWorktree } from "../tests/temporary-worktree.ts";
import { makeFolder, openFolder } from "./folder.ts";

const task = { action: "write", shown: "d/a" };

describe("openFolder()", () => {
  it("opens a folder; names in it are paths", async () => {
    const { worktree } = await makeWorktree({ a: "" });
    const folder = await openFolder(worktree, task);
    onTestFinished(folder.close);
    expect(await readdir(folder.at(""))).toEqual(["a"]);
    await writeFile(folder.at("b"), "");
    expect(await readdir(worktree)).toEqual(["a", "b"]);
  });

  it("refuses a link, at the end and in the middle", async () => {
    const { worktree, outside } = await makeWorktree();
    await mkdir(join(outside, "d"));
    await symlink(outside, join(worktree, "link"));
    for (const path of ["link", "link/d"]) {
      await expect(openFolder(join(worktree, path), task)).rejects.toMatchObject({
        code: "POLYGLAV_TARGET_CHANGED",
        message: 'Cannot write "d/a": something else was put in its place meanwhile',
      });
    }
  });

  it.runIf(process.platform === "linux")("holds the folder, whatever is put in its place later", async () => {
    const { worktree, outside } = await makeWorktree({ "d/a": "" });
    const folder = await openFolder(join(worktree, "d"), task);
    onTestFinished(folder.close);
    await rename(join(worktree, "d"), join(worktree, "moved"));
    await symlink(outside, join(worktree, "d"));
    await writeFile(folder.at("b"), "");
    expect(await readdir(outside)).toEqual([]);
    expect(await readdir(join(worktree, "moved"))).toEqual(["a", "b"]);
  });

  it("rejects with the fault of the system for files and for nothing", async () => {
    const { worktree } = await makeWorktree({ a: "" });
    await expect(openFolder(join(worktree, "none"), task)).rejects.toMatchObject({ code: "ENOENT" });
    if (process.platform !== "linux") return;
    await expect(openFolder(join(worktree, "a"), task)).rejects.toMatchObject({ code: "ENOTDIR" });
  });
});

describe("makeFolder()", () => {
  it("makes what is missing, also when many make it at once", async () => {
    const { worktree } = await makeWorktree();
    const real = join(worktree, "a/b/c");
    const folders = await Promise.all(Array.from({ length: 10 }, () => makeFolder(real, task)));
    await Promise.all(folders.map((folder) => folder.close()));
    expect(await readdir(join(worktree, "a/b"))).toEqual(["c"]);
  });

  it("makes nothing behind a link", async () => {
    const { worktree, outside } = await makeWorktree();
    await symlink(outside, join(worktree, "d"));
    await expect(makeFolder(join(worktree, "d/new/er"), task)).rejects.toMatchObject({
      code: "POLYGLAV_TARGET_CHANGED",
    });
    expect(await readdir(outside)).toEqual([]);
  });

  it("makes nothing below a file", async () => {
    const { worktree } = await makeWorktree({ a: "" });
    await expect(makeFolder(join(worktree, "a/b"), task)).rejects.toMatchObject({ code: "ENOTDIR" });
  });
});
