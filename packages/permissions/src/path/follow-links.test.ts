import { chmod, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeWorld } from "../../tests/temporary-world.ts";
import { followLinks } from "./follow-links.ts";
import { memoryFs } from "./memory-fs.fixture.ts";
import { nodeFs } from "./node/index.ts";

it("links are followed at the end, in the middle, and for what does not exist yet", async () => {
  const { worktree, outside } = await makeWorld({ file: ["../outside/a"] });
  await writeFile(join(outside, "a"), "");
  await symlink(outside, join(worktree, "folder"));
  const follow = (path: string) => followLinks(join(worktree, path), nodeFs);
  expect(await follow("file")).toEqual({ real: join(outside, "a"), dangling: false, fault: undefined });
  expect((await follow("folder/a")).real).toBe(join(outside, "a"));
  expect(await follow("folder/new/er")).toMatchObject({ real: join(outside, "new/er"), dangling: false });
});

it("a link to nothing leads to where the file would be made, and is told", async () => {
  const { worktree, outside } = await makeWorld({ relative: ["none"], second: ["relative"], self: ["./"] });
  await symlink(join(outside, "none/yet"), join(worktree, "absolute"));
  const follow = (path: string) => followLinks(join(worktree, path), nodeFs);
  expect(await follow("absolute")).toMatchObject({ real: join(outside, "none/yet"), dangling: true });
  expect(await follow("absolute/x")).toMatchObject({ real: join(outside, "none/yet/x"), dangling: true });
  expect(await follow("relative")).toMatchObject({ real: join(worktree, "none"), dangling: true });
  expect(await follow("second/x")).toMatchObject({ real: join(worktree, "none/x"), dangling: true });
  expect(await follow("self/self/relative")).toMatchObject({ real: join(worktree, "none"), dangling: true });
  expect(await follow("self/self/x")).toMatchObject({ real: join(worktree, "x"), dangling: false });
});

it("a missing file behind a good link is not dangling, also when an earlier link ended", async () => {
  const { worktree } = await makeWorld({ "a/b/c": "", link: ["a/b"], "a/again": ["../a"] });
  const follow = (path: string) => followLinks(join(worktree, path), nodeFs);
  expect(await follow("link/new")).toMatchObject({ real: join(worktree, "a/b/new"), dangling: false });
  expect(await follow("a/again/again/b/x/y/z")).toMatchObject({ dangling: false });
});

it("`..` goes up from where a link leads, in a link and in the path", async () => {
  const { worktree, outside } = await makeWorld({ "in/x": "", link: ["hop/../secret"] });
  await mkdir(join(outside, "deep"));
  await symlink(join(outside, "deep"), join(worktree, "hop"));
  const secret = { real: join(outside, "secret"), fault: undefined };
  expect(await followLinks(join(worktree, "link"), nodeFs)).toEqual({ ...secret, dangling: true });
  expect(await followLinks(`${worktree}/hop/../secret`, nodeFs)).toEqual({ ...secret, dangling: false });
});

it("a link that goes up from a folder that does not exist leads nowhere, not to its neighbour", async () => {
  const { worktree, outside } = await makeWorld({ link: ["none/../evil"] });
  await symlink(outside, join(worktree, "evil"));
  expect(await followLinks(join(worktree, "link/a"), nodeFs)).toMatchObject({
    dangling: true,
    fault: "a link goes through a folder that does not exist",
  });
});

it("links in a circle, names that are too long and closed folders are faults, not rejections", async () => {
  const { worktree } = await makeWorld({ a: ["b"], b: ["a"], "closed/x": "" });
  const faultOf = async (path: string) => (await followLinks(join(worktree, path), nodeFs)).fault;
  expect(await faultOf("a/x")).toBe("its links lead in a circle");
  expect(await faultOf("x".repeat(300))).toBe("the name is too long");
  await chmod(join(worktree, "closed"), 0);
  const denied = process.getuid?.() === 0 ? undefined : "the system gives no permission"; // root is denied nothing
  expect(await faultOf("closed/x")).toBe(denied);
  await chmod(join(worktree, "closed"), 0o700);
});

it("whatever the disk says instead of an answer is a fault", async () => {
  const saying = (fault: unknown) => ({
    ...memoryFs({ "/": {} }),
    realpath: () => Promise.reject(new Error("no")),
    lstat: async () => {
      throw fault;
    },
  });
  const coded = (code: string) => Object.assign(new Error("x"), { code });
  expect((await followLinks("/a/b", saying(coded("EACCES")))).fault).toBe("the system gives no permission");
  expect(await followLinks("/a/b", saying(coded("EIO")))).toEqual({
    real: "/a/b",
    dangling: false,
    fault: "the system says EIO",
  });
  for (const odd of [undefined, "ENOENT", new Error("ENOENT"), { code: "ENOENT" }])
    expect((await followLinks("/a", saying(odd))).fault).toBe("the system says no more than that it failed");
});

it("a file where a folder should be is left for opening to complain about", async () => {
  const { worktree } = await makeWorld({ a: "" });
  expect(await followLinks(join(worktree, "a/b/c"), nodeFs)).toEqual({
    real: join(worktree, "a/b/c"),
    dangling: false,
    fault: undefined,
  });
});

it("a worktree that is reached through a link is known by both names", async () => {
  const { worktree, outside } = await makeWorld({ "a/b": "" });
  await rename(worktree, join(outside, "moved"));
  await symlink(join(outside, "moved"), worktree);
  expect((await followLinks(join(worktree, "a/new"), nodeFs)).real).toBe(join(outside, "moved/a/new"));
});

it("what does not exist is told in the case that its folder has on the disk", async () => {
  const fs = memoryFs({ "/": { Work: { Src: {}, alias: ["src"] } } }, { folds: true });
  expect((await followLinks("/work/src/New", fs)).real).toBe("/Work/Src/New");
  expect((await followLinks("/WORK/ALIAS/New", fs)).real).toBe("/Work/Src/New");
});

it("the links of Windows lead to drives, roots and folders", async () => {
  const fs = memoryFs({
    "C:\\": { w: { drive: ["d:/x"], top: ["\\x"], up: ["..\\y"], none: ["C:x"], long: ["\\\\?\\D:\\x"] }, x: {} },
    "D:\\": { x: { a: "" } },
  });
  const follow = (path: string) => followLinks(path, fs);
  expect((await follow("C:\\w\\drive\\a")).real).toBe("D:\\x\\a");
  expect((await follow("C:\\w\\long\\new")).real).toBe("D:\\x\\new");
  expect((await follow("C:\\w\\top\\new")).real).toBe("C:\\x\\new");
  expect(await follow("C:\\w\\up\\new")).toEqual({ real: "C:\\y\\new", dangling: true, fault: undefined });
  expect((await follow("C:\\w\\none\\new")).fault).toBe("a link leads to the current folder of a drive");
});

it("has no answer for a relative path", async () => {
  await expect(followLinks("a", nodeFs)).rejects.toThrow(TypeError);
});
