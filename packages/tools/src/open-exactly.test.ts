import { spawn } from "node:child_process";
import { lstat, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeWorktree } from "../tests/temporary-worktree.ts";
import { openExactly, requireRegularFile } from "./open-exactly.ts";
import { systemCode } from "./tool-error.ts";

it("a regular file is opened", async () => {
  const { worktree } = await makeWorktree({ a: "text" });
  const { handle, stats } = await openExactly(join(worktree, "a"), { action: "read", shown: "a" });
  expect(await handle.readFile("utf8")).toBe("text");
  expect(stats.size).toBe(4);
  await handle.close();
});

it("a link that stands there by now is refused, at the end and in the middle of the path", async () => {
  const { worktree, outside } = await makeWorktree();
  await mkdir(join(outside, "d"));
  await writeFile(join(outside, "d/a"), "");
  await symlink(join(outside, "d/a"), join(worktree, "a"));
  await symlink(join(outside, "d"), join(worktree, "d"));
  for (const path of ["a", "d/a"]) {
    await expect(openExactly(join(worktree, path), { action: "read", shown: path })).rejects.toMatchObject({
      code: "POLYGLAV_TARGET_CHANGED",
      message: `Cannot read "${path}": something else was put in its place meanwhile`,
    });
  }
});

it("only regular files will do", async () => {
  const { worktree } = await makeWorktree({ a: "" });
  await symlink("a", join(worktree, "link"));
  const require = async (path: string) => {
    requireRegularFile(await lstat(path), { action: "write", shown: "x" });
  };
  await require(join(worktree, "a"));
  await expect(require(join(worktree, "link"))).rejects.toMatchObject({ code: "POLYGLAV_TARGET_CHANGED" });
  await expect(require(worktree)).rejects.toThrow('Cannot write "x": it is a folder');
  await expect(require("/dev/null")).rejects.toThrow('Cannot write "x": it is a pipe, socket or device');
});

it("what cannot be opened is told in words", async () => {
  const { worktree } = await makeWorktree();
  await expect(openExactly(join(worktree, "a"), { action: "edit", shown: "a" })).rejects.toMatchObject({
    code: "POLYGLAV_FILE_NOT_FOUND",
    message: 'Cannot edit "a": it does not exist',
    cause: { code: "ENOENT" },
  });
  await rm(worktree, { recursive: true });
  await expect(openExactly(worktree, { action: "read", shown: "." })).rejects.toMatchObject({
    code: "POLYGLAV_FILE_NOT_FOUND",
  });
});

it.runIf(process.platform === "linux")("a file that is replaced all the time is still opened", async () => {
  const { worktree } = await makeWorktree({ a: "" });
  const real = join(worktree, "a");
  const reading = Promise.all(
    Array.from({ length: 200 }, async () => {
      await (await openExactly(real, { action: "read", shown: "a" })).handle.close();
    }),
  );
  for (let count = 0; count < 200; count += 1) {
    await writeFile(join(worktree, "new"), "");
    await rename(join(worktree, "new"), real);
  }
  await reading;
});

it.runIf(process.platform === "linux")(
  "a folder that another process exchanges for a link and back is never read through",
  async () => {
    const { worktree, outside } = await makeWorktree({ "d/a": "mine" });
    await writeFile(join(outside, "a"), "not mine");
    await symlink(outside, join(worktree, "link"));
    const exchange = `
    const { renameSync } = require("node:fs");
    const start = performance.now();
    while (performance.now() - start < 800) {
      renameSync("d", "kept"); renameSync("link", "d");
      renameSync("d", "link"); renameSync("kept", "d");
    }`;
    const other = spawn(process.execPath, ["-e", exchange], { cwd: worktree, stdio: "inherit" });
    const outcomes = new Set<unknown>();
    while (other.exitCode === null) {
      const file = await openExactly(join(worktree, "d/a"), { action: "read", shown: "d/a" }).catch(systemCode);
      outcomes.add(typeof file === "string" ? file : await file.handle.readFile("utf8"));
      if (typeof file !== "string") await file.handle.close();
    }
    expect(other.exitCode).toBe(0);
    expect(outcomes).toContain("mine");
    expect(outcomes).not.toContain("not mine");
  },
);
