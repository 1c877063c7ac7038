import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../../tests/folder.ts";
import { openSkills, type OpenSkillsOptions, skillPlaces, type Skills, stampSkills } from "./index.ts";

const head = (name: string, description: string, more = ""): string =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\nBody of ${name}.\n`;

/** A folder with a `home` and a `work` tree in it. */
function open(
  files: Readonly<Record<string, string | Uint8Array>>,
  more: Partial<OpenSkillsOptions> = {},
): { readonly root: string; readonly skills: Skills } {
  const root = folderWith({ "home/x": "", "work/x": "", ...files });
  const home = join(root, "home");
  const places = skillPlaces({ worktree: join(root, "work"), home, configHome: join(home, ".config") });
  return { root, skills: openSkills({ places, trusted: true, ...more }) };
}
const codes = (skills: Skills): readonly string[] =>
  skills.problems().map(({ code, name = "", layer = "" }) => [code, name, layer].join(" "));

describe("skillPlaces()", () => {
  it("lists the folders of every program, lowest first", () => {
    const places = skillPlaces({ worktree: "/w", home: "/h", configHome: "/c" });
    expect(places.map(({ dir, layer, flat, within }) => [layer, dir, flat, within].join(" "))).toEqual([
      "global /h/.claude/skills false /h",
      "global /h/.agents/skills false /h",
      "global /h/.config/opencode/skills true /h",
      "global /c/polyglav/skills true /c",
      "local /w/.claude/skills false /w",
      "local /w/.agents/skills false /w",
      "local /w/.opencode/skills true /w",
      "local /w/.polyglav/skills true /w",
    ]);
    expect(skillPlaces({ worktree: "/w", home: "/h", configHome: "/h/.config" })[3]?.within).toBe("/h");
    expect(skillPlaces({ worktree: "/w", home: "/h", configHome: "/hx" })[3]?.within).toBe("/hx");
    expect(skillPlaces({ worktree: "/w", home: undefined, configHome: undefined })).toHaveLength(4);
    const atHome = skillPlaces({ worktree: "/h", home: "/h", configHome: undefined });
    expect(atHome.map(({ dir, layer }) => `${layer} ${dir}`)).toEqual([
      "global /h/.claude/skills",
      "global /h/.agents/skills",
      "global /h/.config/opencode/skills",
      "local /h/.opencode/skills",
      "local /h/.polyglav/skills",
    ]);
  });
});

describe("openSkills()", () => {
  it("finds files and folders in all places, with the description of each head", () => {
    const { skills } = open({
      "home/.claude/skills/a/SKILL.md": head("a", "global folder"),
      "home/.config/polyglav/skills/b.md": "# B\n",
      "work/.agents/skills/c/skill.md": head("c", "in small letters"),
      "work/.opencode/skills/d.md": head("d", "flat in opencode"),
      "work/.claude/skills/e.md": "no skill: files directly in there are not",
    });
    expect([...skills.entries()].map(([name, { description }]) => `${name}: ${description}`)).toEqual([
      "a: global folder",
      "b: # B",
      "c: in small letters",
      "d: flat in opencode",
    ]);
    expect(codes(skills)).toEqual([]);
    expect(skills.origin("a")).toBe("global");
    expect(skills.load("c")?.content).toBe("Body of c.\n");
  });

  it("lets the later place win, and polyglav's own over all, with a receipt for what lost", () => {
    const files = Object.fromEntries(
      ["work/.claude", "work/.agents", "work/.opencode", "work/.polyglav"].map((folder, i) => [
        `${folder}/skills/a/SKILL.md`,
        head("a", `place ${i}`),
      ]),
    );
    const { root, skills } = open({
      ...files,
      "home/.claude/skills/a/SKILL.md": head("a", "global", "license: MIT\n"),
    });
    expect(skills.get("a")).toMatchObject({ description: "place 3" });
    expect(skills.get("a")).not.toHaveProperty("license");
    expect(skills.origin("a")).toBe("merged");
    const { from, shadowed } = skills.explain("a")?.fields.description ?? { from: [], shadowed: [] };
    expect(from).toMatchObject([{ layer: "local", file: join(root, "work/.polyglav/skills/a/SKILL.md") }]);
    expect(shadowed.map(({ value }) => value)).toEqual(["global", "place 0", "place 1", "place 2"]);
    expect(codes(skills)).toEqual(Array(3).fill("registry/same-name a local"));
  });

  it("takes copies and links from one place to another for the same skill, and says nothing of them", () => {
    const { root, skills } = open({
      "work/.claude/skills/a/SKILL.md": head("a", "d"),
      "work/.claude/skills/b/SKILL.md": head("b", "d"),
      "work/.opencode/skills/a/SKILL.md": head("a", "d"),
      "work/.polyglav/skills/b/SKILL.md": head("b", "other"),
    });
    symlinkSync("../.claude/skills", join(root, "work/.agents"));
    mkdirSync(join(root, "home/.agents"));
    symlinkSync(join(root, "home/x"), join(root, "home/.agents/skills"));
    skills.refresh();
    expect(codes(skills)).toEqual(["skill/cannot-read-folder  global", "registry/same-name b local"]);
    expect(skills.explain("a")?.fields.path?.from).toMatchObject([
      { file: join(root, "work/.opencode/skills/a/SKILL.md") },
    ]);
  });

  it("prefers a file to a folder of the same name in one place, and names both", () => {
    const { skills } = open({
      "work/.polyglav/skills/a.md": "flat",
      "work/.polyglav/skills/a/SKILL.md": head("a", "folder"),
    });
    expect(skills.load("a")?.content).toBe("flat");
    expect(skills.problems().map(({ message }) => message)).toEqual([
      'Cannot take "a/SKILL.md" for a skill beside "a.md": a file beats a folder',
    ]);
  });

  it("prefers it also where only the case of the names differs", () => {
    const { skills } = open({
      "work/.polyglav/skills/A.md": "flat",
      "work/.polyglav/skills/a/SKILL.md": head("a", "folder"),
    });
    expect([skills.names(), codes(skills)]).toEqual([["A"], ["skill/same-name a local"]]);
    expect(skills.resolve([["a"]]).missing).toEqual(["a"]);
  });

  it("tells of a folder without SKILL.md, of two spellings of it, and of one that lies loose", () => {
    const { skills } = open({
      "work/.polyglav/skills/empty/notes.txt": "",
      "work/.polyglav/skills/twice/SKILL.md": "big",
      "work/.polyglav/skills/twice/skill.md": "small",
      "work/.polyglav/skills/SKILL.md": "whose?",
    });
    const isSensitive =
      statSync(join(skills.get("twice")?.path ?? "")).isFile() && skills.load("twice")?.content === "big";
    expect(skills.names()).toEqual(["twice"]);
    expect(codes(skills)).toEqual([
      "skill/loose-file  local",
      "skill/no-skill-file empty local",
      ...(isSensitive ? ["skill/two-spellings twice local"] : []),
    ]);
  });

  it("never opens an untrusted local skill, and says which there are", () => {
    const { root, skills } = open(
      {
        "work/.claude/skills/a/SKILL.md": head("a", "SECRET"),
        "work/.polyglav/skills/b.md": "SECRET",
        "home/.claude/skills/b/SKILL.md": head("b", "global"),
      },
      { trusted: false },
    );
    expect(skills.names()).toEqual(["b"]);
    expect(skills.load("b")?.content).toBe("Body of b.\n");
    expect(skills.withheld()).toEqual([
      { name: "a", layer: "local", file: join(root, "work/.claude/skills/a/SKILL.md"), why: "untrusted" },
      { name: "b", layer: "local", file: join(root, "work/.polyglav/skills/b.md"), why: "untrusted" },
    ]);
    const { skills: given, withheld, missing } = skills.resolve([["a", "b", "c"]]);
    expect([given.map(({ name }) => name), withheld, missing]).toEqual([
      ["b"],
      [{ name: "a", why: "untrusted" }],
      ["c"],
    ]);
    expect(skills.load("a")).toBeUndefined();
    expect(JSON.stringify([...skills.entries(), skills.problems(), skills.section(["a", "b"])])).not.toContain(
      "SECRET",
    );
  });

  it("reads bodies when they are used, and keeps them until the file changes", () => {
    const { root, skills } = open({ "work/.polyglav/skills/a.md": head("a", "d", "tags: [x]\n") + "x".repeat(9_000) });
    expect(skills.get("a")).not.toHaveProperty("content");
    expect(skills.get("a")?.tokens).toBe(skills.load("a")?.tokens);
    expect(skills.load("a")).toBe(skills.load("a"));
    rmSync(join(root, "work/.polyglav/skills/a.md"));
    expect(skills.load("a")?.content).toContain("xxx");
    expect([...skills.refresh()]).toEqual(["a"]);
    expect(skills.load("a")).toBeUndefined();
  });

  it("gives a head that is longer than a page, and a file without an end of its head", () => {
    const { skills } = open({
      "work/.polyglav/skills/long.md": `---\nname: long\nnotes: ${"é".repeat(5_001)}\ndescription: at its end\n---\nBody.\n`,
      "work/.polyglav/skills/open.md": `---\nname: open\n${"text\n".repeat(2_000)}`,
      "work/.polyglav/skills/wide.md": `${"é".repeat(2_047)}x${"é".repeat(9)}\n`.repeat(3),
      "work/.polyglav/skills/blank.md": "\n".repeat(5_000) + "# Late\n",
    });
    expect(skills.get("long")).toMatchObject({ description: "at its end" });
    expect(skills.get("open")).toMatchObject({ description: "---" });
    expect(skills.get("blank")).toMatchObject({ description: "# Late" });
    expect(skills.load("wide")?.content).toHaveLength(6_174);
    expect(codes(skills)).toEqual(["skill/open-head open local"]);
  });

  it("adds what is wrong with a content when it is loaded, and says it once", () => {
    const { skills } = open({ "work/.polyglav/skills/a.md": `---\nname: b\n---\n\`\`\`\nopen\n` });
    expect(codes(skills)).toEqual(["skill/other-name a local"]);
    skills.load("a");
    expect(codes(skills)).toEqual(["skill/other-name a local", "skill/open-fence a local"]);
  });

  it("withholds what cannot be read any more, and what is not UTF-8 behind its head", () => {
    const bytes = Buffer.concat([Buffer.from(head("a", "d") + "x".repeat(5_000)), Buffer.from([0xe9])]);
    const { skills } = open({ "work/.polyglav/skills/a.md": bytes, "work/.polyglav/skills/b.md": Buffer.from([0xe9]) });
    expect(skills.names()).toEqual(["a"]);
    expect(skills.resolve([["a", "b"]])).toMatchObject({
      withheld: [
        { name: "a", why: "unreadable" },
        { name: "b", why: "unreadable" },
      ],
      missing: [],
    });
    expect(codes(skills)).toEqual(["skill/not-utf-8 b local", "skill/not-utf-8 a local"]);
  });
});

describe("a refresh", () => {
  it("names what changed, came and went, and leaves all other entries the same objects", () => {
    const { root, skills } = open({
      "work/.polyglav/skills/same.md": "same",
      "work/.polyglav/skills/edited.md": "before",
      "work/.polyglav/skills/gone.md": "gone",
      "home/.claude/skills/gone/SKILL.md": head("gone", "below"),
    });
    const dir = join(root, "work/.polyglav/skills");
    const same = skills.get("same");
    expect(skills.refresh().size).toBe(0);
    expect(skills.get("same")).toBe(same);

    writeFileSync(join(dir, "edited.md"), "after!");
    writeFileSync(join(dir, "draft"), "atomic");
    renameSync(join(dir, "draft"), join(dir, "new.md"));
    rmSync(join(dir, "gone.md"));
    expect([...skills.refresh()].sort()).toEqual(["edited", "gone", "new"]);
    expect(skills.get("same")).toBe(same);
    expect(skills.load("edited")?.content).toBe("after!");
    expect(skills.load("new")?.content).toBe("atomic");
    expect(skills.get("gone")).toMatchObject({ description: "below" });
    expect(skills.load("gone")?.content).toBe("Body of gone.\n");
  });

  it("sees a change behind the head that leaves the size as it was", () => {
    const { root, skills } = open({ "work/.polyglav/skills/a.md": head("a", "d") });
    const file = join(root, "work/.polyglav/skills/a.md");
    expect(skills.load("a")?.content).toBe("Body of a.\n");
    writeFileSync(file, head("a", "d").replace("Body", "Text"));
    utimesSync(file, 1, 1);
    expect([...skills.refresh()]).toEqual(["a"]);
    expect(skills.load("a")?.content).toBe("Text of a.\n");
  });

  it("sees folders that were not there, and survives those that go", () => {
    const { root, skills } = open({});
    mkdirSync(join(root, "work/.agents/skills/a"), { recursive: true });
    writeFileSync(join(root, "work/.agents/skills/a/SKILL.md"), head("a", "late"));
    expect([...skills.refresh()]).toEqual(["a"]);
    rmSync(join(root, "work"), { recursive: true });
    expect([...skills.refresh()]).toEqual(["a"]);
    expect([skills.names(), codes(skills)]).toEqual([[], []]);
  });

  it("leaves a resolved prompt as it was", () => {
    const { root, skills } = open({ "work/.polyglav/skills/a.md": "before" });
    const before = skills.resolve([["a"]]);
    writeFileSync(join(root, "work/.polyglav/skills/a.md"), "after");
    skills.refresh();
    expect(before.skills[0]?.content).toBe("before");
    expect(skills.resolve([["a"]]).skills[0]?.content).toBe("after");
  });
});

describe("a library that is opened again", () => {
  it("has what there is now, and leaves the other as it was", () => {
    const { root, skills } = open(
      { "work/.polyglav/skills/a.md": "before", "work/.polyglav/skills/b.md": "same" },
      { plugins: [{ source: "p", skills: [{ name: "p", content: "P" }] }] },
    );
    writeFileSync(join(root, "work/.polyglav/skills/a.md"), "after!");
    const next = skills.reopen();
    expect([skills.get("a")?.description, next.get("a")?.description]).toEqual(["before", "after!"]);
    expect([next.load("a")?.content, next.load("p")?.content]).toEqual(["after!", "P"]);
    skills.setPlugins([]);
    expect(skills.reopen().names()).toEqual(["a", "b"]);
    expect([skills.names(), next.names()]).toEqual([
      ["a", "b"],
      ["a", "b", "p"],
    ]);
  });

  it("sees an edit of the same size and date", () => {
    const { root, skills } = open({ "work/.polyglav/skills/a.md": head("a", "old") });
    const file = join(root, "work/.polyglav/skills/a.md");
    const before = statSync(file);
    writeFileSync(file, head("a", "new"));
    utimesSync(file, before.atimeMs / 1_000, before.mtimeMs / 1_000);
    expect(skills.reopen().get("a")?.description).toBe("new");
    expect(skills.get("a")?.description).toBe("old");
    expect(skills.reopen().reopen().names()).toEqual(["a"]);
  });
});

describe("stampSkills()", () => {
  const stampOf = (root: string): string =>
    stampSkills(skillPlaces({ worktree: root, home: undefined, configHome: undefined }));

  it.each([".claude/skills/a/SKILL.md", ".agents/skills/a/skill.md", ".opencode/skills/a.md", ".polyglav/skills/a.MD"])(
    "is another when %s comes, changes or goes",
    (path) => {
      const root = folderWith({ ".polyglav/skills/x.md": "x" });
      const stamps = [stampOf(root)];
      mkdirSync(dirname(join(root, path)), { recursive: true });
      for (const text of ["one", "four"]) {
        writeFileSync(join(root, path), text);
        stamps.push(stampOf(root));
      }
      rmSync(join(root, path));
      expect(new Set(stamps).size).toBe(3);
      expect(stampOf(root)).not.toBe(stamps[2]);
      expect(stampOf(root)).toBe(stampOf(root));
    },
  );

  it("follows links, survives loops, and does not look at what is no skill", () => {
    const root = folderWith({ "target.md": "t", ".polyglav/skills/x/notes.txt": "", ".claude/skills/flat.md": "" });
    symlinkSync("../../target.md", join(root, ".polyglav/skills/link.md"));
    symlinkSync("loop.md", join(root, ".polyglav/skills/loop.md"));
    const before = stampOf(root);
    writeFileSync(join(root, ".polyglav/skills/x/notes.txt"), "more");
    writeFileSync(join(root, ".claude/skills/flat.md"), "more");
    expect(stampOf(root)).toBe(before);
    writeFileSync(join(root, "target.md"), "other");
    expect(stampOf(root)).not.toBe(before);
  });
});

describe("plugins", () => {
  const plugin = (source: string, content: string) => ({
    source,
    skills: [{ name: "configure", content, tags: ["t"] }],
  });

  it("bring skills, of which the later plugin wins a name and the other is named", () => {
    const { skills } = open({}, { plugins: [plugin("telegram", "T"), plugin("signal", "S")] });
    expect(skills.load("configure")?.content).toBe("S");
    expect(skills.explain("configure")?.fields.content).toMatchObject({
      from: [{ layer: "plugin", source: "signal" }],
      shadowed: [{ layer: "plugin", source: "telegram", value: "T" }],
    });
  });

  it("are gone at once when they are unloaded, also from what was loaded", () => {
    const { skills } = open({}, { plugins: [plugin("signal", "S")] });
    expect(skills.load("configure")?.content).toBe("S");
    skills.setPlugins([]);
    expect([skills.load("configure"), skills.names(), skills.section(["configure"])]).toEqual([undefined, [], ""]);
    skills.setPlugins([plugin("other", "O")]);
    expect(skills.load("configure")?.content).toBe("O");
  });

  it("do not lend a description or a content to the file that replaces theirs", () => {
    const plugins = [{ source: "p", skills: [{ name: "a", content: "P", description: "of the plugin", tags: ["t"] }] }];
    const { root, skills } = open({ "work/.polyglav/skills/a.md": "# Local\n" }, { plugins });
    expect(skills.origin("a")).toBe("merged");
    expect(skills.load("a")).toMatchObject({ content: "# Local\n", description: "# Local", tags: ["t"] });
    rmSync(join(root, "work/.polyglav/skills/a.md"));
    expect([...skills.refresh()]).toEqual(["a"]);
    expect(skills.load("a")).toMatchObject({ content: "P", description: "of the plugin" });
  });
});

describe("links", () => {
  it("lead as far as the worktree, and no further", () => {
    const { root, skills } = open({
      "work/.agents/skills/a/SKILL.md": head("a", "d"),
      "work/notes/guide.md": "guide",
      "secret.md": "SECRET",
      "outside/SKILL.md": "SECRET",
      "work/.claude/skills/x/keep": "",
      "work/.polyglav/skills/b.md": "b",
    });
    const [claude, own] = [join(root, "work/.claude/skills"), join(root, "work/.polyglav/skills")];
    symlinkSync("../../.agents/skills/a", join(claude, "alias"));
    symlinkSync("../../../outside", join(claude, "out"));
    symlinkSync("../../../../secret.md", join(claude, "x", "SKILL.md"));
    symlinkSync("../../notes/guide.md", join(own, "guide.md"));
    symlinkSync("../../../secret.md", join(own, "secret.md"));
    symlinkSync("loop.md", join(own, "loop.md"));
    symlinkSync(own, join(own, "self"));
    skills.refresh();
    expect(skills.names()).toEqual(["a", "alias", "b", "guide"]);
    expect([...codes(skills)].sort()).toEqual([
      "skill/cannot-read loop local",
      "skill/no-skill-file self local",
      "skill/other-name alias local",
      "skill/outside-folder out local",
      "skill/outside-folder secret local",
      "skill/outside-folder x local",
    ]);
    expect(JSON.stringify(skills.names().map((name) => skills.load(name)))).not.toContain("SECRET");
  });

  it("give one file two names, and a prompt gets it once", () => {
    const { root, skills } = open({ "work/.polyglav/skills/a.md": "A" });
    symlinkSync("a.md", join(root, "work/.polyglav/skills/b.md"));
    skills.refresh();
    expect(skills.names()).toEqual(["a", "b"]);
    const { skills: given, withheld } = skills.resolve([["b", "a"]]);
    expect(given.map(({ name }) => name)).toEqual(["b"]);
    expect(withheld).toEqual([{ name: "a", why: "same-file", as: "b" }]);
  });

  it("that take the place of a file after it was listed are not followed", () => {
    const { root, skills } = open({ "work/.polyglav/skills/a.md": "A", "secret.md": "SECRET" });
    rmSync(join(root, "work/.polyglav/skills/a.md"));
    symlinkSync("../../../secret.md", join(root, "work/.polyglav/skills/a.md"));
    expect(skills.load("a")).toBeUndefined();
    expect(skills.resolve([["a"]]).withheld).toEqual([{ name: "a", why: "unreadable" }]);
  });
});

it("makes no file and no folder", () => {
  const { root, skills } = open({});
  skills.refresh();
  skills.resolve([["a"]]);
  expect(readFileSync(join(root, "work/x"), "utf8")).toBe("");
  expect(() => statSync(join(root, "work/.polyglav"))).toThrow("ENOENT");
  expect(() => statSync(join(root, "home/.config"))).toThrow("ENOENT");
});
