import { mkdir, readFile, symlink } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, makeWorktree, type TemporaryWorktree } from "../tests/temporary-worktree.ts";
import { createTools } from "./create-tools.ts";
import { requestPath } from "./path-request.ts";

/** What is said about a change of a path because it is guarded. */
async function guards({ place }: TemporaryWorktree, path: string): Promise<readonly string[]> {
  const written = (await requestPath("write", path, place)).request.advice ?? [];
  const edited = (await requestPath("edit", path, place)).request.advice ?? [];
  expect(edited).toEqual(written);
  return written.filter(({ atMost, why }) => atMost === "ask" && why.includes("decides")).map(({ why }) => why);
}

const because = (name: string) => [`changes what is in "${name}", which decides what may run`];

describe("what links in a folder of settings lead to", () => {
  it.each(["roles.json", "teams.json", "config.json", "Other.JSON"])("is guarded for %s", async (name) => {
    const world = await makeWorktree({ "conf/here.json": "{}", "conf/other.json": "{}", ".polyglav/x": "" });
    await symlink("../conf/here.json", join(world.worktree, ".polyglav", name));
    expect(await guards(world, "conf/here.json")).toEqual(because(`.polyglav/${name}`));
    expect(await guards(world, "CONF/here.json")).toEqual(because(`.polyglav/${name}`));
    expect(await guards(world, "conf/other.json")).toEqual([]);
    expect((await requestPath("read", "conf/here.json", world.place)).request.advice).toEqual([]);
  });

  it("is guarded before it exists", async () => {
    const world = await makeWorktree({ ".polyglav/x": "" });
    await symlink("../conf/new.json", join(world.worktree, ".polyglav/roles.json"));
    expect(await guards(world, "conf/new.json")).toEqual(because(".polyglav/roles.json"));
  });

  it("is guarded at the end of several links, and in each of them", async () => {
    const world = await makeWorktree({ "b.json": "{}", ".polyglav/x": "" });
    await symlink("b.json", join(world.worktree, "a.json"));
    await symlink("../a.json", join(world.worktree, ".polyglav/roles.json"));
    expect(await guards(world, "a.json")).toHaveLength(1);
    expect(await guards(world, "b.json")).toHaveLength(1);
  });

  it("is guarded for the skills: their folder, one of them, and a file of one", async () => {
    const files = { "all/a/SKILL.md": "", "one/SKILL.md": "", "text/a.md": "", "free/SKILL.md": "" };
    const world = await makeWorktree(files);
    await mkdir(join(world.worktree, ".polyglav"));
    await symlink("../all", join(world.worktree, ".polyglav/skills"));
    await symlink("../one", join(world.worktree, "all/one"));
    await symlink("../../text/a.md", join(world.worktree, "all/a/more.md"));
    expect(await guards(world, "all/a/SKILL.md")).toEqual(because(".polyglav/skills"));
    expect(await guards(world, "all/new/SKILL.md")).toHaveLength(1);
    expect(await guards(world, "one/SKILL.md")).toEqual(because(".polyglav/skills/one"));
    expect(await guards(world, "text/a.md")).toEqual(because(".polyglav/skills/a/more.md"));
    expect(await guards(world, "free/SKILL.md")).toEqual([]);
  });

  it("is guarded for the settings of the operator, and for those under the older name", async () => {
    const world = await makeWorktree({ "global.json": "", "older.json": "" });
    await mkdir(join(world.home, ".config/polyglav"), { recursive: true });
    await mkdir(join(world.worktree, ".replio"));
    await symlink(join(world.worktree, "global.json"), join(world.home, ".config/polyglav/roles.json"));
    await symlink("../older.json", join(world.worktree, ".replio/types.json"));
    expect(await guards(world, "global.json")).toHaveLength(1);
    expect(await guards(world, "older.json")).toHaveLength(1);
  });

  it("is not rewritten by a call that was approved for another file", async () => {
    const { tools, worktree } = await makeWorktree({ "conf/roles.json": "{}", "a.json": "{}", ".polyglav/x": "" });
    await symlink("../conf/roles.json", join(worktree, ".polyglav/roles.json"));
    const request = await tools.write.request({ path: "a.json", content: "" });
    const input = { path: "conf/roles.json", content: "mine" };
    await expect(tools.write.execute(input, { ...call, request })).rejects.toThrow("no longer what was approved");
    expect(await readFile(join(worktree, "conf/roles.json"), "utf8")).toBe("{}");
  });
});

describe("what the caller names as guarded", () => {
  it("asks, as a file and as a folder, in any case, and nothing beside it does", async () => {
    const { worktree } = await makeWorktree();
    const guarded = [join(worktree, "conf", "ci.json"), join(worktree, "rules")];
    const world = await makeWorktree({}, { guarded });
    for (const path of ["conf/ci.json", "Conf/CI.json", "x/../conf/ci.json", "rules", "rules/a/b"]) {
      expect(await guards(world, join(worktree, path)), path).toHaveLength(1);
    }
    for (const path of ["conf/ci.json5", "conf/other.json", "conf", "rules2", "a"]) {
      expect(await guards(world, join(worktree, path)), path).toEqual([]);
    }
  });

  it("asks by the name of what its links lead to, and through the tools", async () => {
    const base = await makeWorktree({ "real/ci.json": "{}", "real/roles.json": "{}", "set/x": "" });
    await symlink("real/ci.json", join(base.worktree, "ci.json"));
    await symlink("../real/roles.json", join(base.worktree, "set/roles.json"));
    const guarded = [join(base.worktree, "ci.json"), join(base.worktree, "set")];
    const { write, edit, read } = createTools({ worktree: base.worktree, guarded });
    for (const path of ["real/ci.json", "ci.json", "real/roles.json", "set/roles.json"]) {
      expect((await write.request({ path, content: "" })).advice, path).toHaveLength(1);
      expect((await edit.request({ path, old: "a", new: "b" })).advice, path).toHaveLength(1);
      expect((await read.request({ path })).advice, path).toEqual([]);
    }
  });

  it("has to be an absolute path", async () => {
    const { worktree } = await makeWorktree();
    for (const path of ["", ".", "conf.json", "~/conf.json"]) {
      expect(() => createTools({ worktree, guarded: [path] })).toThrow(TypeError);
    }
  });
});

it("the settings in the home folder of the account are guarded, whatever HOME and XDG_CONFIG_HOME say", async () => {
  for (const env of [{ HOME: "/nowhere" }, { HOME: "", XDG_CONFIG_HOME: "/nowhere" }, { HOME: "." }]) {
    const world = await makeWorktree({}, { env });
    for (const name of ["polyglav", "replio"]) {
      expect(await guards(world, join(userInfo().homedir, ".config", name, "roles.json"))).toHaveLength(1);
    }
  }
});
