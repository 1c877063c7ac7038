import { userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { call, makeWorktree } from "../tests/temporary-worktree.ts";
import { findPlace } from "./place.ts";
import { requestPath } from "./path-request.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a home folder that is no absolute path", () => {
  it.each(["", ".", "home", "~", "./a"])("is none: HOME=%j", async (home) => {
    vi.stubEnv("HOME", home);
    const { tools, worktree } = await makeWorktree({ "~/a": "", "home/a": "", a: "" }, { env: { HOME: home } });
    const place = findPlace(worktree, { env: { HOME: home } });
    expect(place.home).toBeUndefined();
    for (const path of ["~", "~/a", "~/.config/polyglav/roles.json"]) {
      const { request, target } = await requestPath("read", path, place);
      expect(request.advice?.[0]).toEqual({
        atMost: "ask",
        why: "cannot be resolved: there is no home folder, for HOME is not an absolute path",
      });
      expect(target.fault).toBeDefined();
    }
    await expect(tools.read.execute({ path: "~/a" }, call)).rejects.toMatchObject({
      code: "POLYGLAV_BAD_PATH",
      message: 'Cannot read "~/a": there is no home folder, for HOME is not an absolute path',
    });
    await expect(tools.write.execute({ path: "~/new", content: "" }, call)).rejects.toThrow("no home folder");
    expect((await requestPath("read", "./~/a", place)).target.fault).toBeUndefined();
    expect((await requestPath("read", "~a", place)).target.fault).toBeUndefined();
  });

  it("does not make settings of a folder that the process is in", async () => {
    vi.stubEnv("HOME", "");
    const { worktree } = await makeWorktree();
    const place = findPlace(worktree, { env: { HOME: "", XDG_CONFIG_HOME: "conf" } });
    expect(place.settings).toEqual([
      ...[".polyglav", ".replio"].map((name) => join(worktree, name)),
      ...["polyglav", "replio"].map((name) => join(userInfo().homedir, ".config", name)),
    ]);
  });
});
