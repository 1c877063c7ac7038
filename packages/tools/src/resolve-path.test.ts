import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeWorktree } from "../tests/temporary-worktree.ts";
import { followLinks, resolvePath } from "./resolve-path.ts";

it("a relative path starts at the worktree, wherever the process is", async () => {
  const { place, worktree } = await makeWorktree();
  expect(await resolvePath("src/a.ts", place)).toEqual({
    lexical: join(worktree, "src/a.ts"),
    real: join(worktree, "src/a.ts"),
    dangling: false,
    fault: undefined,
  });
});

it("~ is the home folder, but only as a whole segment", async () => {
  const { place, worktree, home } = await makeWorktree();
  expect((await resolvePath("~", place)).lexical).toBe(home);
  expect((await resolvePath("~/a", place)).lexical).toBe(join(home, "a"));
  expect((await resolvePath("~a", place)).lexical).toBe(join(worktree, "~a"));
  expect((await resolvePath("./~/a", place)).lexical).toBe(join(worktree, "~/a"));
});

it("`..` is taken out before links are followed", async () => {
  const { place, worktree, outside } = await makeWorktree();
  await symlink(outside, join(worktree, "link"));
  expect((await resolvePath("link/../a", place)).real).toBe(join(worktree, "a"));
});

it("links are followed at the end, in the middle, and for what does not exist yet", async () => {
  const { place, worktree, outside } = await makeWorktree();
  await writeFile(join(outside, "a"), "");
  await symlink(outside, join(worktree, "folder"));
  await symlink("../outside/a", join(worktree, "file"));
  expect((await resolvePath("file", place)).real).toBe(join(outside, "a"));
  expect((await resolvePath("folder/a", place)).real).toBe(join(outside, "a"));
  expect(await resolvePath("folder/new/er", place)).toMatchObject({ real: join(outside, "new/er"), dangling: false });
});

it("a link to nothing leads to where the file would be made, and is told", async () => {
  const { place, worktree, outside } = await makeWorktree();
  await symlink(join(outside, "none/yet"), join(worktree, "absolute"));
  await symlink("none", join(worktree, "relative"));
  await symlink("relative", join(worktree, "second"));
  expect(await resolvePath("absolute", place)).toMatchObject({ real: join(outside, "none/yet"), dangling: true });
  expect(await resolvePath("absolute/x", place)).toMatchObject({ real: join(outside, "none/yet/x"), dangling: true });
  expect(await resolvePath("relative", place)).toMatchObject({ real: join(worktree, "none"), dangling: true });
  expect(await resolvePath("second/x", place)).toMatchObject({ real: join(worktree, "none/x"), dangling: true });
});

it("a missing file behind a good link is not dangling, also when an earlier link ended", async () => {
  const { place, worktree } = await makeWorktree({ "a/b/c": "" });
  await symlink("a/b", join(worktree, "link"));
  await symlink("../a", join(worktree, "a/again"));
  expect(await resolvePath("link/new", place)).toMatchObject({ real: join(worktree, "a/b/new"), dangling: false });
  expect(await resolvePath("a/again/again/b/x/y/z", place)).toMatchObject({ dangling: false });
});

it("`..` inside a link's target goes up from where the link really leads", async () => {
  const { place, worktree, outside } = await makeWorktree({ "in/x": "" });
  await mkdir(join(outside, "deep"));
  await symlink(join(outside, "deep"), join(worktree, "hop"));
  await symlink("hop/../secret", join(worktree, "link"));
  expect(await resolvePath("link", place)).toMatchObject({ real: join(outside, "secret"), dangling: true });
});

it("a link that goes up from a folder that does not exist leads nowhere, not to its neighbour", async () => {
  const { place, worktree, outside } = await makeWorktree();
  await symlink(outside, join(worktree, "evil"));
  await symlink("none/../evil", join(worktree, "link"));
  expect(await resolvePath("link/a", place)).toMatchObject({
    dangling: true,
    fault: "a link goes through a folder that does not exist",
  });
});

it("links in a circle, NUL bytes and names that are too long are faults, not rejections", async () => {
  const { place, worktree } = await makeWorktree();
  await symlink("b", join(worktree, "a"));
  await symlink("a", join(worktree, "b"));
  expect((await resolvePath("a/x", place)).fault).toBe("its links lead in a circle");
  expect((await resolvePath("x\0y", place)).fault).toBe("it holds a NUL byte");
  expect((await resolvePath("x".repeat(300), place)).fault).toBe("the name is too long");
});

it("a file where a folder should be is left for opening to complain about", async () => {
  const { place, worktree } = await makeWorktree({ a: "" });
  expect(await resolvePath("a/b/c", place)).toMatchObject({ real: join(worktree, "a/b/c"), fault: undefined });
});

it("names that look special, but are not, are names", async () => {
  const { place, worktree } = await makeWorktree();
  for (const name of ["constructor", "__proto__", "...", " ", "~~", "ü/é", "e\u0301", "a\\b", "-rf", "\n"]) {
    expect((await resolvePath(name, place)).real).toBe(join(worktree, name));
  }
});

it("a worktree that is reached through a link is known by both names", async () => {
  const { worktree, outside } = await makeWorktree({ "a/b": "" });
  await rename(worktree, join(outside, "moved"));
  await symlink(join(outside, "moved"), worktree);
  expect((await followLinks(join(worktree, "a/new"))).real).toBe(join(outside, "moved/a/new"));
});
