import { execFileSync } from "node:child_process";
import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call, makeWorktree } from "../tests/temporary-worktree.ts";

it("entries are sorted, hidden ones included, folders with a slash", async () => {
  const { tools, worktree } = await makeWorktree({ "b.ts": "", "B.ts": "", ".hidden": "", "src/a": "", ä: "", a: "" });
  await symlink("src", join(worktree, "link"));
  await symlink("/none", join(worktree, "z"));
  const expected = ".hidden\nB.ts\na\nb.ts\nlink -> src\nsrc/\nz -> /none\nä";
  expect(await tools.list.execute({}, call)).toBe(expected);
  expect(await tools.list.execute({ path: worktree }, call)).toBe(expected);
});

it("an empty folder says so", async () => {
  const { tools } = await makeWorktree();
  expect(await tools.list.execute({ path: "." }, call)).toBe("[the folder is empty]");
});

it("names that would look like several entries are quoted", async () => {
  const { tools } = await makeWorktree({ "a\nb": "", "c\u202Ed": "", constructor: "", " ": "" });
  expect(await tools.list.execute({}, call)).toBe(' \n"a\\nb"\nconstructor\n"c\\u{202e}d"');
});

it("long listings are cut with a note, by entries and by characters", async () => {
  const { tools, worktree } = await makeWorktree();
  execFileSync("bash", ["-c", "for i in {1000..2099}; do : > f$i; done"], { cwd: worktree });
  const lines = (await tools.list.execute({}, call)).split("\n");
  expect(lines).toHaveLength(1001);
  expect(lines.slice(-2)).toEqual(["f1999", "[100 more of 1100 entries left out]"]);

  const small = await makeWorktree({ aaaa: "", bbbb: "", cccc: "" }, { maxOutputChars: 10 });
  expect(await small.tools.list.execute({}, call)).toBe("aaaa\nbbbb\n[1 more of 3 entries left out]");
});

it("files and what does not exist are refused", async () => {
  const { tools } = await makeWorktree({ "src/a.ts": "" });
  await expect(tools.list.execute({ path: "src/a.ts" }, call)).rejects.toMatchObject({
    code: "POLYGLAV_NOT_A_FOLDER",
    message: 'Cannot list "src/a.ts": it is not a folder',
  });
  await expect(tools.list.execute({ path: "scr" }, call)).rejects.toMatchObject({
    code: "POLYGLAV_FILE_NOT_FOUND",
    message: 'Cannot list "scr": it does not exist, near names are "src"',
  });
  await expect(tools.list.execute({ path: "a\0" }, call)).rejects.toMatchObject({ code: "POLYGLAV_BAD_PATH" });
});

it("a folder that became a link to another one is refused", async () => {
  const { tools, worktree, outside } = await makeWorktree({ "src/a": "" });
  const request = await tools.list.request({ path: "src" });
  await writeFile(join(outside, "b"), "");
  await rm(join(worktree, "src"), { recursive: true });
  await symlink(outside, join(worktree, "src"));
  await expect(tools.list.execute({ path: "src" }, { ...call, request })).rejects.toMatchObject({
    code: "POLYGLAV_TARGET_CHANGED",
  });
});
