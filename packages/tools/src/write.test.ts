import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, makeWorktree } from "../tests/temporary-worktree.ts";

describe("what write does", () => {
  it("creates a file and its folders", async () => {
    const { tools, worktree } = await makeWorktree();
    expect(await tools.write.execute({ path: "a/b/c.txt", content: "one\ntwo\n" }, call)).toBe(
      "Created a/b/c.txt: 2 lines",
    );
    expect(await readFile(join(worktree, "a/b/c.txt"), "utf8")).toBe("one\ntwo\n");
    expect(await readdir(join(worktree, "a/b"))).toEqual(["c.txt"]);
    expect(await tools.write.execute({ path: "empty", content: "" }, call)).toBe("Created empty: 0 lines");
    expect(await tools.write.execute({ path: "ü", content: "x" }, call)).toBe("Created ü: 1 line");
  });

  it("overwrites a file wholly and keeps its mode", async () => {
    const { tools, worktree } = await makeWorktree({ a: "a much longer text" });
    await chmod(join(worktree, "a"), 0o755);
    expect(await tools.write.execute({ path: "a", content: "short" }, call)).toBe("Overwrote a: 1 line");
    expect(await readFile(join(worktree, "a"), "utf8")).toBe("short");
    expect((await stat(join(worktree, "a"))).mode & 0o7777).toBe(0o755);
  });

  it("gives a new file the mode that any new file has", async () => {
    const { tools, worktree } = await makeWorktree();
    await tools.write.execute({ path: "a", content: "" }, call);
    await writeFile(join(worktree, "b"), "");
    expect((await stat(join(worktree, "a"))).mode).toBe((await stat(join(worktree, "b"))).mode);
  });

  it("writes names as long as the system takes", async () => {
    const { tools, worktree } = await makeWorktree();
    const path = "n".repeat(255);
    await tools.write.execute({ path, content: "x" }, call);
    expect(await readdir(worktree)).toEqual([path]);
  });

  it("does many writes of one file one after the other", async () => {
    const { tools, worktree } = await makeWorktree();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => tools.write.execute({ path: "d/a", content: `${index}` }, call)),
    );
    expect(outcomes.filter((outcome) => outcome.startsWith("Created"))).toHaveLength(1);
    expect(await readFile(join(worktree, "d/a"), "utf8")).toMatch(/^1?\d$/);
    expect(await readdir(join(worktree, "d"))).toEqual(["a"]);
  });
});

describe("write and links", () => {
  it("what was approved is written behind the link, and the link stays", async () => {
    const { tools, worktree, outside } = await makeWorktree();
    await symlink(join(outside, "new"), join(worktree, "link"));
    const input = { path: "link", content: "x" };
    const request = await tools.write.request(input);
    expect(request.advice).not.toEqual([]);
    expect(await tools.write.execute(input, { ...call, request })).toBe("Created link: 1 line");
    expect(await readlink(join(worktree, "link"))).toBe(join(outside, "new"));
    expect(await readFile(join(outside, "new"), "utf8")).toBe("x");
  });

  it("what was approved for here is never written elsewhere", async () => {
    const { tools, worktree, outside } = await makeWorktree();
    const input = { path: "d/a", content: "x" };
    const request = await tools.write.request(input);
    await symlink(outside, join(worktree, "d"));
    await expect(tools.write.execute(input, { ...call, request })).rejects.toMatchObject({
      code: "POLYGLAV_TARGET_CHANGED",
    });
    await rm(join(worktree, "d"));
    await mkdir(join(worktree, "d"));
    await symlink(join(outside, "a"), join(worktree, "d/a"));
    await expect(tools.write.execute(input, { ...call, request })).rejects.toMatchObject({
      code: "POLYGLAV_TARGET_CHANGED",
    });
    expect(await readdir(outside)).toEqual([]);
  });
});

describe("what write refuses", () => {
  it("folders, pipes, and folders below files", async () => {
    const { tools, worktree } = await makeWorktree({ "d/a": "" });
    execFileSync("mkfifo", [join(worktree, "pipe")]);
    const write = (path: string) => tools.write.execute({ path, content: "x" }, call);
    await expect(write("d")).rejects.toMatchObject({
      code: "POLYGLAV_NOT_A_FILE",
      message: 'Cannot write "d": it is a folder',
    });
    await expect(write("d/")).rejects.toMatchObject({ code: "POLYGLAV_NOT_A_FILE" });
    await expect(write(".")).rejects.toMatchObject({ code: "POLYGLAV_NOT_A_FILE" });
    await expect(write("pipe")).rejects.toMatchObject({ code: "POLYGLAV_NOT_A_FILE" });
    await expect(write("d/a/b")).rejects.toThrow('Cannot write "d/a/b": a part of the path is not a folder');
    await expect(write("d/a/b/c")).rejects.toThrow("a part of the path is not a folder");
    await expect(write("a\0")).rejects.toMatchObject({ code: "POLYGLAV_BAD_PATH" });
    await expect(write("x".repeat(256))).rejects.toMatchObject({ code: "POLYGLAV_BAD_PATH" });
    expect(await readdir(join(worktree, "d"))).toEqual(["a"]);
  });

  it("everything once it is aborted", async () => {
    const { tools, worktree } = await makeWorktree();
    const options = { ...call, abortSignal: AbortSignal.abort(new Error("stop")) };
    await expect(tools.write.execute({ path: "a", content: "" }, options)).rejects.toThrow("stop");
    expect(await readdir(worktree)).toEqual([]);
  });
});
