import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWorld } from "../../tests/temporary-world.ts";
import { memoryFs } from "./memory-fs.fixture.ts";
import { type PathOptions, requestPath } from "./request-path.ts";

async function resources(path: string, options: PathOptions): Promise<readonly (readonly string[])[]> {
  return (await requestPath("edit", path, options)).request.actions.map(({ resource }) => resource);
}

async function whys(path: string, options: PathOptions): Promise<readonly string[]> {
  const { advice } = (await requestPath("edit", path, options)).request;
  expect(advice.every(({ atMost }) => atMost === "ask")).toBe(true);
  return advice.map(({ why }) => why);
}

describe("what a path asks for", () => {
  it("is one action and no advice for a file inside the worktree", async () => {
    const { worktree, place } = await makeWorld();
    const target = { lexical: join(worktree, "src/a.ts"), real: join(worktree, "src/a.ts") };
    expect(await requestPath("read", "src/./x/../a.ts", place)).toEqual({
      request: { actions: [{ category: "read", resource: ["src", "a.ts"] }], advice: [], summary: 'read "src/a.ts"' },
      target: { ...target, dangling: false, fault: undefined },
    });
  });

  it("has the name of the tool where there is one", async () => {
    const { place } = await makeWorld();
    const { request } = await requestPath("edit", "a", { ...place, tool: "write" });
    expect(request).toMatchObject({ tool: "write", summary: 'write "a"', actions: [{ category: "edit" }] });
  });

  it("starts at the worktree or at the folder that is named, wherever the process is", async () => {
    const { worktree, outside, place } = await makeWorld();
    expect(await resources("a", place)).toEqual([["a"]]);
    expect(await resources("a", { ...place, cwd: join(worktree, "src") })).toEqual([["src", "a"]]);
    expect(await resources("../a", { ...place, cwd: "src" })).toEqual([["a"]]);
    expect(await resources("", { ...place, cwd: "src" })).toEqual([["src"]]);
    expect(await whys("a", { ...place, cwd: outside })).toEqual(["outside the worktree"]);
    expect(await resources(join(worktree, "a"), { ...place, cwd: outside })).toEqual([["a"]]);
  });

  it("is the home folder for ~, but only as a whole name at the beginning", async () => {
    const { worktree, home, place } = await makeWorld();
    const lexical = async (path: string) => (await requestPath("read", path, place)).target.lexical;
    expect(await lexical("~")).toBe(home);
    expect(await lexical("~/a")).toBe(join(home, "a"));
    expect(await lexical("~/../a")).toBe(join(home, "../a"));
    expect(await lexical("~a")).toBe(join(worktree, "~a"));
    expect(await lexical("./~/a")).toBe(join(worktree, "~/a"));
    expect(await lexical("a/~")).toBe(join(worktree, "a/~"));
  });

  it("is named from the root outside", async () => {
    const world = await makeWorld();
    expect(await resources("/etc/hosts.none", world.place)).toEqual([["/", "etc", "hosts.none"]]);
    for (const path of ["..", "../outside/a", "~/a", "/", `${world.worktree}x`, `${world.worktree}/../worktree2`])
      expect(await whys(path, world.place), path).toEqual(["outside the worktree"]);
  });

  it("is the same for every text of the same path", async () => {
    const { worktree, place } = await makeWorld({ "a/b": "" });
    const asked = await requestPath("edit", "a/b", place);
    for (const path of [
      "./a//b",
      "a/b/",
      "a/b/.",
      "x/../a/b",
      `${worktree}/a/b`,
      "../worktree/a/b",
      "a/../../worktree/a/b",
    ])
      expect(await requestPath("edit", path, place), path).toEqual(asked);
    for (const path of [".", "./", "a/..", worktree, `${worktree}/`])
      expect(await resources(path, place)).toEqual([["."]]);
  });

  it("keeps names that look special, but are not", async () => {
    const { worktree, place } = await makeWorld();
    for (const name of ["constructor", "__proto__", "...", " ", "~~", "ü/é", "e\u0301", "a\\b", "-rf", "\n", "*", "C:"])
      expect((await requestPath("edit", name, place)).target.real, name).toBe(join(worktree, name));
  });

  it("shows what would hide", async () => {
    const { place } = await makeWorld();
    const { request } = await requestPath("read", "a\nb\u202ec\x1b[2J\u200b", place);
    expect(request.summary).toBe('read "a\\nb\\u{202e}c\\u001b[2J\\u{200b}"');
  });
});

describe("links", () => {
  it("add what they lead to, and ask when that is outside", async () => {
    const { worktree, outside, place } = await makeWorld();
    await mkdir(join(outside, "d"));
    await writeFile(join(outside, "f"), "");
    await symlink(outside, join(worktree, "folder"));
    await symlink(join(outside, "f"), join(worktree, "file"));
    await symlink(join(outside, "none"), join(worktree, "dangling"));
    expect(await whys("file", place)).toEqual([`outside the worktree: it leads to "${outside}/f"`]);
    expect(await whys("folder/f", place)).toEqual([`outside the worktree: it leads to "${outside}/f"`]);
    expect(await whys("folder/new/er", place)).toEqual([`outside the worktree: it leads to "${outside}/new/er"`]);
    expect(await whys("dangling", place)).toEqual([
      `outside the worktree: it leads to "${outside}/none"`,
      `a link on the way leads to nothing: "${outside}/none"`,
    ]);
    expect((await requestPath("edit", "folder/d/new", place)).request).toMatchObject({
      actions: [
        { category: "edit", resource: ["/", ...outside.slice(1).split("/"), "d", "new"] },
        { category: "edit", resource: ["folder", "d", "new"] },
      ],
      summary: `edit "folder/d/new" -> "${outside}/d/new"`,
    });
  });

  it("from outside into the worktree ask as well: the spelling is outside", async () => {
    const { worktree, outside, place } = await makeWorld({ a: "" });
    await symlink(worktree, join(outside, "in"));
    expect(await whys("../outside/in/a", place)).toEqual(["outside the worktree"]);
    expect((await resources("../outside/in/a", place))[0]).toEqual(["a"]);
  });

  it("inside the worktree need no advice, unless they lead to nothing", async () => {
    const { place } = await makeWorld({ "a/b": "", link: ["a"], loose: ["none"] });
    expect(await whys("link/b", place)).toEqual([]);
    expect(await resources("link/new", place)).toEqual([
      ["a", "new"],
      ["link", "new"],
    ]);
    expect(await whys("loose", place)).toEqual(['a link on the way leads to nothing: "none"']);
  });

  it("are not gone through by `..`, for it is taken out first", async () => {
    const { worktree, outside, place } = await makeWorld();
    await symlink(outside, join(worktree, "link"));
    expect((await requestPath("read", "link/../a", place)).target.real).toBe(join(worktree, "a"));
    expect(await whys("link/../a", place)).toEqual([]);
  });

  it("are gone through by `..` as well, where the spelling is opened as it is", async () => {
    const { worktree, outside, place } = await makeWorld({ "a/b/c": "", in: ["a/b"] });
    await mkdir(join(outside, "d"));
    await symlink(join(outside, "d"), join(worktree, "link"));
    const spelled = { ...place, opens: "spelling" } as const;
    expect(await whys("link/../f", spelled)).toEqual([`outside the worktree: it leads to "${outside}/f"`]);
    expect(await whys("../d/../f", { ...spelled, cwd: "link" })).toEqual([
      `outside the worktree: it leads to "${outside}/f"`,
    ]);
    const { request, target } = await requestPath("edit", "in/../f", spelled);
    expect(request.actions.map(({ resource }) => resource)).toEqual([["f"], ["a", "f"]]);
    expect(request.summary).toBe('edit "f" -> "a/f"');
    expect(target.real).toBe(join(worktree, "f"));
    expect(await resources("a/../f", spelled)).toEqual([["f"]]);
    expect(await resources("none/../f", spelled)).toEqual([["f"]]);
    await symlink(join(outside, "none"), join(worktree, "loose"));
    expect(await whys("loose/../f", spelled)).toEqual([
      `outside the worktree: it leads to "${outside}/f"`,
      `a link on the way leads to nothing: "${outside}/f"`,
    ]);
    expect(await resources("link/x", spelled)).toHaveLength(2);
  });

  it("to the worktree itself give it two names, and files one", async () => {
    const { worktree, outside, place } = await makeWorld({ "a/b": "" });
    const moved = join(outside, "moved");
    await rename(worktree, moved);
    await symlink(moved, worktree);
    for (const path of ["a/b", `${worktree}/a/b`, `${moved}/a/b`]) {
      expect(await resources(path, place), path).toEqual([["a", "b"]]);
      expect(await whys(path, place), path).toEqual([]);
      expect(await resources(path, { ...place, real: moved }), path).toEqual([["a", "b"]]);
    }
    const nowhere = { ...place, worktree: "/given", real: "/real" };
    for (const path of ["a", "/real/a"]) expect((await resources(path, nowhere)).at(-1), path).toEqual(["a"]);
    // Settled before: whoever puts another folder there does not move the worktree.
    expect(await whys("a/b", { ...place, real: "/elsewhere" })).toEqual([
      `outside the worktree: it leads to "${moved}/a/b"`,
    ]);
    const other = { ...place, worktree: moved, real: "/elsewhere" };
    expect(await whys("a/b", other)).toEqual([`outside the worktree: it leads to "${moved}/a/b"`]);
  });
});

describe("what no path can be", () => {
  it.each([
    ["", "it is empty"],
    ["a\0b", "it holds a NUL byte"],
    ["\0", "it holds a NUL byte"],
    ["a\ud800", "it holds half a character"],
    ["\udc00/a", "it holds half a character"],
  ])("%j asks, and is never given to the disk", async (path, why) => {
    const fs = memoryFs({ "/": { w: {} } });
    const { request, target } = await requestPath("edit", path, { worktree: "/w", real: "/w", fs });
    expect(request.advice).toEqual([{ atMost: "ask", why: `cannot be resolved: ${why}` }]);
    expect(target.fault).toBe(why);
    expect(request.actions).toHaveLength(1);
    expect(fs.asked).toEqual([]);
  });

  it("a home folder that nobody names, or that is not absolute, asks", async () => {
    const { place } = await makeWorld();
    for (const home of [undefined, "", ".", "home", "~"])
      expect(await whys("~/a", { ...place, home }), home).toEqual([
        "cannot be resolved: there is no home folder, for HOME is not an absolute path",
      ]);
  });

  it("a circle and a name that is too long ask", async () => {
    const { place } = await makeWorld({ a: ["b"], b: ["a"] });
    expect(await whys("a", place)).toEqual(["cannot be resolved: its links lead in a circle"]);
    expect(await whys("x".repeat(300), place)).toEqual(["cannot be resolved: the name is too long"]);
  });

  it("a disk that never answers well asks, for every path", async () => {
    const broken = () => Promise.reject(new Error("broken"));
    const fs = { lstat: broken, readdir: broken, readlink: broken, realpath: broken };
    const why = "cannot be resolved: the system says no more than that it failed";
    for (const path of ["a", "A/B", "/W/a", "../a", "~"])
      expect(await whys(path, { worktree: "/w", home: "/h", fs }), path).toContain(why);
  });

  it("a worktree that is not absolute is a mistake of the program", async () => {
    const { place } = await makeWorld();
    for (const worktree of ["", "w", ".", "C:w"])
      await expect(requestPath("edit", "a", { ...place, worktree })).rejects.toThrow(TypeError);
  });
});

describe("on a volume that takes names in any case", () => {
  const tree = { "/": { Users: { Ada: { Proj: { "README.md": "", ".env": "", src: { "a.ts": "" } }, x: "" } } } };
  const mac = { worktree: "/Users/Ada/Proj", home: "/Users/Ada", fs: memoryFs(tree, { folds: true }) };

  it("small letters are a further spelling", async () => {
    expect(await resources("README.md", mac)).toEqual([["README.md"], ["readme.md"]]);
    expect(await resources("Readme.MD", mac)).toEqual([["README.md"], ["Readme.MD"], ["readme.md"]]);
    expect(await resources(".ENV", mac)).toEqual([[".env"], [".ENV"]]);
    expect(await resources("New/File", mac)).toEqual([
      ["New", "File"],
      ["new", "file"],
    ]);
    expect(await resources("~/X", mac)).toEqual([
      ["/", "Users", "Ada", "x"],
      ["/", "Users", "Ada", "X"],
      ["/", "users", "ada", "x"],
    ]);
  });

  it("the worktree is found by its name in any case", async () => {
    for (const path of ["/users/ADA/proj/src/a.ts", "~/proj/src/a.ts", "../PROJ/src/a.ts"]) {
      expect(await resources(path, mac), path).toEqual([["src", "a.ts"]]);
      expect(await whys(path, mac), path).toEqual([]);
    }
    expect(await resources("/users/ada/proj", mac)).toEqual([["."]]);
    expect(await whys("/users/ada/proj2/a", mac)).toEqual(["outside the worktree"]);
  });

  it("nobody looks where there is nothing to fold", async () => {
    const fs = memoryFs(tree, { folds: true });
    const place = { ...mac, real: mac.worktree, fs };
    await requestPath("read", "src/a.ts", place);
    expect(fs.asked).toEqual(["/Users/Ada/Proj/src/a.ts"]);
  });

  it("it can be said instead of looked up", async () => {
    expect(await resources("README.md", { ...mac, caseInsensitive: false })).toEqual([["README.md"]]);
    const { place } = await makeWorld({ "README.md": "" });
    expect(await resources("README.md", { ...place, caseInsensitive: true })).toEqual([["README.md"], ["readme.md"]]);
  });

  it("no folder is taken for the worktree because its name folds to the same", async () => {
    // The file has another name by case, a hard link say, and so looks like one on a volume that folds.
    const base = memoryFs({ "/": { w: { a: "" }, W: { a: "", A: "" } } });
    const fs = { ...base, lstat: (path: string) => base.lstat(path.replace(/\/A$/, "/a")) };
    expect(await whys("/W/a", { worktree: "/w", fs })).toEqual(["outside the worktree"]);
    expect(await whys("/W/a", { worktree: "/w", fs, caseInsensitive: true })).toEqual(["outside the worktree"]);
  });
});

it("on a volume that keeps case apart, case is another file", async () => {
  const { place } = await makeWorld({ "README.md": "", Src: "" });
  for (const name of ["README.md", "readme.md", "SRC", "New"]) expect(await resources(name, place)).toEqual([[name]]);
});

describe("on Windows", () => {
  const fs = memoryFs(
    { "C:\\": { Work: { src: { "a.ts": "" }, out: ["D:\\x"], ".env": "" } }, "D:\\": { x: {} } },
    { folds: true },
  );
  const place = { worktree: "C:\\Work", home: "C:\\Users\\Ada", fs };

  it("drives, shares and both slashes are understood", async () => {
    for (const path of [
      "src\\a.ts",
      "src/a.ts",
      "c:\\work\\SRC\\..\\src\\a.ts",
      "\\Work\\src\\a.ts",
      "\\\\?\\C:\\Work\\src\\a.ts",
    ]) {
      expect((await resources(path, place))[0], path).toEqual(["src", "a.ts"]);
      expect(await whys(path, place), path).toEqual([]);
    }
    expect(await resources("~\\a", place)).toEqual([
      ["/", "C:", "Users", "Ada", "a"],
      ["/", "c:", "users", "ada", "a"],
    ]);
    for (const path of ["D:\\a", "\\\\server\\share\\Work\\a", "\\a", "\\\\.\\C"])
      expect(await whys(path, place), path).toContain("outside the worktree");
  });

  it("links lead to other drives", async () => {
    expect(await resources("out\\a", place)).toEqual([
      ["/", "D:", "x", "a"],
      ["out", "a"],
      ["/", "d:", "x", "a"],
    ]);
    expect((await requestPath("edit", "out/a", place)).request.summary).toBe('edit "out\\\\a" -> "D:\\\\x\\\\a"');
  });

  it("other names of a file come to its own", async () => {
    for (const name of [".env.", ".ENV ", ".env::$DATA"])
      expect(await resources(name, place), name).toContainEqual([".env"]);
  });

  it("the current folder of a drive is nobody's guess", async () => {
    expect(await whys("C:a", place)).toContain("cannot be resolved: it starts at the current folder of a drive");
  });
});
