import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeWorktree, type TemporaryWorktree } from "../tests/temporary-worktree.ts";
import { findPlace } from "./place.ts";
import { type PathTool, requestPath } from "./path-request.ts";

async function whys(world: TemporaryWorktree, tool: PathTool, path: string): Promise<readonly string[]> {
  const { request } = await requestPath(tool, path, world.place);
  expect(request.advice?.every(({ atMost }) => atMost === "ask")).toBe(true);
  return request.advice?.map(({ why }) => why) ?? [];
}

it("a file inside the worktree is named by its segments, without advice", async () => {
  const { place } = await makeWorktree();
  expect((await requestPath("read", "src/./x/../a.ts", place)).request).toEqual({
    tool: "read",
    actions: [{ category: "read", resource: ["src", "a.ts"] }],
    advice: [],
    summary: 'read "src/a.ts"',
  });
});

it("edit and write are one category, read and list are their own", async () => {
  const { place } = await makeWorktree();
  const categories = async (tool: PathTool) => (await requestPath(tool, "a", place)).request.actions[0]?.category;
  expect(await Promise.all((["read", "list", "edit", "write"] as const).map(categories))).toEqual([
    "read",
    "list",
    "edit",
    "edit",
  ]);
});

it("the worktree itself is named by a dot, and an absolute spelling of it is the same request", async () => {
  const { place, worktree } = await makeWorktree();
  for (const path of [".", "./", "a/..", worktree]) {
    expect((await requestPath("list", path, place)).request.actions).toEqual([{ category: "list", resource: ["."] }]);
  }
});

it("a file outside is named from the root, and asks", async () => {
  const world = await makeWorktree();
  const { request } = await requestPath("read", "/etc/hosts.none", world.place);
  expect(request.actions).toEqual([{ category: "read", resource: ["/", "etc", "hosts.none"] }]);
  expect(await whys(world, "read", "/etc/hosts.none")).toEqual(["outside the worktree"]);
  for (const path of ["..", "../outside/a", "~/a", "/", `${world.worktree}x`, `${world.worktree}/../worktree2`]) {
    expect(await whys(world, "list", path), path).toEqual(["outside the worktree"]);
  }
});

it("a link that leads out asks for every tool, and both names are in the request", async () => {
  const world = await makeWorktree();
  const { worktree, outside, place } = world;
  await mkdir(join(outside, "d"));
  await writeFile(join(outside, "f"), "");
  await symlink(outside, join(worktree, "folder"));
  await symlink(join(outside, "f"), join(worktree, "file"));
  await symlink(join(outside, "none"), join(worktree, "dangling"));
  for (const tool of ["read", "list", "edit", "write"] as const) {
    expect(await whys(world, tool, "file")).toEqual([`outside the worktree: it leads to "${outside}/f"`]);
    expect(await whys(world, tool, "folder/f")).toEqual([`outside the worktree: it leads to "${outside}/f"`]);
    expect(await whys(world, tool, "folder/new/er")).toEqual([`outside the worktree: it leads to "${outside}/new/er"`]);
    expect(await whys(world, tool, "dangling")).toEqual([
      `outside the worktree: it leads to "${outside}/none"`,
      `a link on the way leads to nothing: "${outside}/none"`,
    ]);
  }
  const { request } = await requestPath("edit", "folder/d/new", place);
  expect(request.actions).toEqual([
    { category: "edit", resource: ["/", ...outside.slice(1).split("/"), "d", "new"] },
    { category: "edit", resource: ["folder", "d", "new"] },
  ]);
  expect(request.summary).toBe(`edit "folder/d/new" -> "${outside}/d/new"`);
});

it("a link from outside into the worktree asks as well: its spelling is outside", async () => {
  const world = await makeWorktree({ a: "" });
  await symlink(world.worktree, join(world.outside, "in"));
  expect(await whys(world, "read", "../outside/in/a")).toEqual(["outside the worktree"]);
});

it("a link that stays inside needs no advice", async () => {
  const world = await makeWorktree({ "a/b": "" });
  await symlink("a", join(world.worktree, "link"));
  expect(await whys(world, "edit", "link/b")).toEqual([]);
  expect(await whys(world, "edit", "link/new")).toEqual([]);
});

it("a link to nothing inside asks", async () => {
  const world = await makeWorktree();
  await symlink("none", join(world.worktree, "link"));
  expect(await whys(world, "write", "link")).toEqual(['a link on the way leads to nothing: "none"']);
});

it("changing what holds permissions asks, reading it does not", async () => {
  const world = await makeWorktree({ ".polyglav/roles.json": "{}", "plain/roles.json": "{}" });
  const guarded = [
    ".polyglav/roles.json",
    ".polyglav",
    ".Polyglav/config.json",
    "plain/../.polyglav/x",
    ".git/hooks/pre-commit",
    "vendor/lib/.git/config",
    ".git",
    ".replio/types.json",
  ];
  for (const path of guarded) {
    expect(await whys(world, "edit", path), path).toEqual([expect.stringContaining("which decides what may run")]);
    expect(await whys(world, "write", path), path).toHaveLength(1);
    expect(await whys(world, "read", path), path).toEqual([]);
    expect(await whys(world, "list", path), path).toEqual([]);
  }
  expect(await whys(world, "edit", "plain/roles.json")).toEqual([]);
  expect(await whys(world, "edit", ".gitignore")).toEqual([]);
});

it("what holds permissions is guarded by whatever name it is reached", async () => {
  const world = await makeWorktree({ "kept/roles.json": "{}" });
  await symlink("kept", join(world.worktree, ".polyglav"));
  await symlink(".polyglav", join(world.worktree, "innocent"));
  expect(await whys(world, "edit", "kept/roles.json")).toHaveLength(1);
  expect(await whys(world, "edit", "innocent/roles.json")).toHaveLength(1);
  expect(await whys(world, "edit", "innocent/new.json")).toHaveLength(1);
});

it("a guarded name counts in the spelling and in what it leads to", async () => {
  const world = await makeWorktree({ "vendor/.git/hooks/x": "", "data/x": "" });
  await symlink("vendor/.git/hooks", join(world.worktree, "hooks"));
  await mkdir(join(world.worktree, "other"));
  await symlink("../data", join(world.worktree, "other/.git"));
  expect(await whys(world, "edit", "hooks/x")).toHaveLength(1);
  expect(await whys(world, "edit", "other/.git/x")).toHaveLength(1);
  expect(await whys(world, "edit", "data/x")).toEqual([]);
});

it("the operator's own configuration is guarded, also where the home folder is the worktree", async () => {
  const { worktree } = await makeWorktree();
  const place = findPlace(worktree, { env: { HOME: worktree } });
  const { request } = await requestPath("write", ".config/polyglav/roles.json", place);
  expect(request.advice).toHaveLength(1);
  const moved = findPlace(worktree, { env: { HOME: worktree, XDG_CONFIG_HOME: join(worktree, "conf") } });
  expect((await requestPath("write", "conf/polyglav/roles.json", moved)).request.advice).toHaveLength(1);
  expect((await requestPath("write", ".config/other/roles.json", moved)).request.advice).toEqual([]);
});

it("reading a secret asks, by its own name and by a link to it", async () => {
  const world = await makeWorktree({ ".env": "KEY=1", ".env.example": "KEY=" });
  await symlink(".env", join(world.worktree, "notes.txt"));
  await symlink(".env.example", join(world.worktree, ".env.local"));
  expect(await whys(world, "read", ".env")).toEqual(["looks like a secret"]);
  expect(await whys(world, "read", "notes.txt")).toEqual(["looks like a secret"]);
  expect(await whys(world, "read", ".env.local")).toEqual(["looks like a secret"]);
  expect(await whys(world, "read", ".env.example")).toEqual([]);
  expect(await whys(world, "edit", ".env")).toEqual([]);
});

it("reading the log of a run asks, whatever name it is reached by: it holds what models read", async () => {
  const world = await makeWorktree({ "kept/runs/1/log.ndjson": "", ".polyglav-old": "" });
  await symlink("kept", join(world.worktree, ".polyglav"));
  await symlink("kept/runs/1/log.ndjson", join(world.worktree, "a.txt"));
  for (const path of [".polyglav/runs/1/log.ndjson", ".POLYGLAV/RUNS/x", "kept/runs/1/log.ndjson", "a.txt"]) {
    expect(await whys(world, "read", path), path).toEqual(["looks like a secret"]);
  }
  expect(await whys(world, "list", ".polyglav/runs")).toEqual([]);
  expect(await whys(world, "read", "kept/other")).toEqual([]);
});

it("a path that cannot be resolved asks instead of rejecting", async () => {
  const world = await makeWorktree();
  expect(await whys(world, "read", "a\0b")).toEqual(["cannot be resolved: it holds a NUL byte"]);
  expect(await whys(world, "read", "x".repeat(300))).toEqual(["cannot be resolved: the name is too long"]);
  // Longer than any system takes: nothing of it exists, so there is nothing to warn of; opening it fails.
  expect(await whys(world, "read", "x/".repeat(5000))).toEqual([]);
});

it("a summary is one line, and shows what would hide", async () => {
  const { place } = await makeWorktree();
  expect((await requestPath("read", "a\nb\u202Ec\x1b[2J", place)).request.summary).toBe(
    'read "a\\nb\\u{202e}c\\u001b[2J"',
  );
});

it("a worktree that was given through a link has one set of names", async () => {
  const { worktree, outside } = await makeWorktree({ "a/b": "" });
  await rename(worktree, join(outside, "moved"));
  await symlink(join(outside, "moved"), worktree);
  const place = findPlace(worktree, { env: {} });
  for (const path of ["a/b", join(worktree, "a/b"), join(outside, "moved/a/b")]) {
    const { request } = await requestPath("edit", path, place);
    expect(request.actions).toEqual([{ category: "edit", resource: ["a", "b"] }]);
    expect(request.advice).toEqual([]);
  }
});
