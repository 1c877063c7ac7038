import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeWorktree } from "../tests/temporary-worktree.ts";
import { openExactly } from "./open-exactly.ts";

it("a regular file is opened", async () => {
  const { worktree } = await makeWorktree({ a: "text" });
  const { handle, stats } = await openExactly("read", join(worktree, "a"), "a");
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
    await expect(openExactly("read", join(worktree, path), path)).rejects.toMatchObject({
      code: "POLYGLAV_TARGET_CHANGED",
      message: `Cannot read "${path}": a link was put in its place meanwhile`,
    });
  }
});

it("what cannot be opened is told in words", async () => {
  const { worktree } = await makeWorktree();
  await expect(openExactly("edit", join(worktree, "a"), "a")).rejects.toMatchObject({
    code: "POLYGLAV_FILE_NOT_FOUND",
    message: 'Cannot edit "a": it does not exist',
    cause: { code: "ENOENT" },
  });
  await rm(worktree, { recursive: true });
  await expect(openExactly("read", worktree, ".")).rejects.toMatchObject({ code: "POLYGLAV_FILE_NOT_FOUND" });
});
