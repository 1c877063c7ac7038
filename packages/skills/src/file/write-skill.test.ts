import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fault, withDisk } from "../../tests/disk-calls.ts";
import { folderWith } from "../../tests/folder.ts";
import { createSkill, editSkill, importSkills, readSkillFile, removeSkill, skillFiles } from "./index.ts";

const codeOf = (result: object): unknown => ("problem" in result ? result.problem : result);

describe("createSkill()", () => {
  it("makes the folder and the file, with a heading when nothing else is given", () => {
    const dir = join(folderWith({}), "a", "skills");
    expect(createSkill(dir, "finders")).toEqual({ ok: true, file: join(dir, "finders.md") });
    expect(readFileSync(join(dir, "finders.md"), "utf8")).toBe("# finders\n");
    expect(createSkill(dir, "empty", "")).toMatchObject({ ok: true });
    expect(readFileSync(join(dir, "empty.md"), "utf8")).toBe("");
  });

  it("never touches what is there, whatever it is and however it is spelled", () => {
    const dir = folderWith({ "a.md": "A", "B.MD": "B", "c/SKILL.md": "C" });
    symlinkSync("nowhere", join(dir, "d.md"));
    for (const name of ["a", "b", "c", "d"])
      expect(codeOf(createSkill(dir, name, "new")), name).toMatchObject({ code: "skill/exists", name });
    expect(["a.md", "B.MD", "c/SKILL.md"].map((file) => readFileSync(join(dir, file), "utf8"))).toEqual([
      "A",
      "B",
      "C",
    ]);
    expect(existsSync(join(dir, "nowhere"))).toBe(false);
  });

  it.each(["../x", "a/b", "con", "A", "", "readme", "skill", "__proto__", "a\0"])("refuses the name %j", (name) => {
    const dir = join(folderWith({}), "skills");
    expect(codeOf(createSkill(dir, name))).toMatchObject({ code: "skill/bad-name" });
    expect(existsSync(dir)).toBe(false);
  });

  it("makes nothing where a link leads out of the folder that it is told", () => {
    const root = folderWith({ "work/x": "", "outside/x": "" });
    const place = { dir: join(root, "work/.polyglav/skills"), within: join(root, "work") };
    symlinkSync("../outside", join(root, "work/.polyglav"));
    expect(codeOf(createSkill(place, "a"))).toMatchObject({ code: "skill/outside-folder" });
    expect(codeOf(editSkill(place, "a", "x"))).toMatchObject({ code: "skill/unknown" });
    mkdirSync(join(root, "outside/skills"));
    createSkill(join(root, "outside/skills"), "a", "A");
    expect(codeOf(editSkill(place, "a", "x"))).toMatchObject({ code: "skill/outside-folder" });
    expect(removeSkill(place, "a")).toMatchObject({ outcome: "refused", problem: { code: "skill/outside-folder" } });
    const { receipts } = importSkills(join(root, "outside/skills"), place);
    expect(receipts.map(({ outcome, problems }) => [outcome, problems[0]?.code])).toEqual([
      ["refused", "skill/outside-folder"],
    ]);
    expect(readdirSync(join(root, "outside/skills"))).toEqual(["a.md"]);
    expect(readFileSync(join(root, "outside/skills/a.md"), "utf8")).toBe("A");
  });

  it("follows a link that stays inside, and one up is not inside", () => {
    const root = folderWith({ "work/mine/x": "" });
    const place = { dir: join(root, "work/.polyglav/skills"), within: join(root, "work") };
    symlinkSync("mine", join(root, "work/.polyglav"));
    expect(createSkill(place, "a")).toEqual({ ok: true, file: join(place.dir, "a.md") });
    const up = { dir: join(root, "work/.up/skills"), within: join(root, "work") };
    symlinkSync("..", join(root, "work/.up"));
    expect(codeOf(createSkill(up, "a"))).toMatchObject({ code: "skill/outside-folder" });
  });

  it.each([
    ["createSkill()", (dir: string) => createSkill(join(dir, "to"), "a", "A")],
    ["importSkills()", (dir: string) => importSkills(join(dir, "from"), join(dir, "to"))],
  ])("of %s is on the disk whole before it has its name, and leaves no draft", (_, make) => {
    const dir = folderWith({ "from/a.md": "A", "to/x.txt": "" });
    const file = join(dir, "to/a.md");
    const seen: string[] = [];
    const note = (name: string, run: () => unknown): unknown => {
      seen.push(`${name} ${existsSync(file) ? "named" : "draft"}`);
      return run();
    };
    withDisk(
      Object.fromEntries(
        ["writeFileSync", "fsyncSync", "linkSync"].map((name) => [name, (run: () => unknown) => note(name, run)]),
      ),
      () => make(dir),
    );
    expect(seen).toEqual(["writeFileSync draft", "fsyncSync draft", "linkSync draft"]);
    expect(readFileSync(file, "utf8")).toBe("A");
    expect(readdirSync(join(dir, "to"))).toEqual(["a.md", "x.txt"]);
  });

  it("leaves nothing of a skill when the disk is full, and makes it afterwards", () => {
    const dir = folderWith({ [`.a.md.${process.pid}.draft`]: "half of one" });
    const full = (): unknown => {
      throw fault("ENOSPC");
    };
    for (const call of ["writeFileSync", "fsyncSync", "linkSync"]) {
      expect(codeOf(withDisk({ [call]: full }, () => createSkill(dir, "a"))), call).toMatchObject({
        code: "skill/cannot-write",
      });
      expect(readdirSync(dir), call).toEqual([]);
    }
    expect(createSkill(dir, "a")).toMatchObject({ ok: true });
  });

  it("overwrites nothing that came meanwhile, also on a disk without links", () => {
    const dir = folderWith({ x: "" });
    const come = (run: () => unknown): unknown => {
      writeFileSync(join(dir, "a.md"), "mine");
      return run();
    };
    const noLinks = (): unknown => {
      throw fault("EPERM");
    };
    expect(codeOf(withDisk({ linkSync: come }, () => createSkill(dir, "a")))).toMatchObject({ code: "skill/exists" });
    const both = { linkSync: () => come(noLinks) };
    expect(codeOf(withDisk(both, () => createSkill(dir, "a")))).toMatchObject({ code: "skill/exists" });
    expect(readFileSync(join(dir, "a.md"), "utf8")).toBe("mine");
    expect(withDisk({ linkSync: noLinks }, () => createSkill(dir, "b", "B"))).toMatchObject({ ok: true });
    expect(readFileSync(join(dir, "b.md"), "utf8")).toBe("B");
    expect(readdirSync(dir)).toEqual(["a.md", "b.md", "x"]);
  });

  it("gives a problem where nothing can be written", () => {
    const file = join(folderWith({ file: "" }), "file");
    expect(codeOf(createSkill(join(file, "skills"), "a"))).toMatchObject({ code: "skill/cannot-write" });
    expect(codeOf(createSkill("/proc/polyglav", "a"))).toMatchObject({ code: "skill/cannot-write" });
  });
});

describe("editSkill()", () => {
  it("replaces the text, keeps the mode and a link, and leaves nothing else behind", () => {
    const dir = folderWith({ "a.md": "old", "real/b.md": "old", "c/skill.md": "old" });
    chmodSync(join(dir, "a.md"), 0o640);
    symlinkSync("real/b.md", join(dir, "b.md"));
    for (const name of ["a", "b", "c"]) expect(editSkill(dir, name, "new")).toMatchObject({ ok: true });
    for (const file of ["a.md", "real/b.md", "c/skill.md"]) expect(readFileSync(join(dir, file), "utf8")).toBe("new");
    expect(statSync(join(dir, "a.md")).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(dir, "b.md")).isSymbolicLink()).toBe(true);
    expect([...readdirSync(dir), ...readdirSync(join(dir, "real"))].filter((name) => name.includes("draft"))).toEqual(
      [],
    );
  });

  it("keeps the owner where the system lets it, and edits where it does not", () => {
    const dir = folderWith({ "a.md": "old" });
    const file = join(dir, "a.md");
    const owner = { uid: 12_345, gid: 54_321 };
    const asked: unknown[] = [];
    const statSync = (run: () => unknown, [path]: readonly unknown[]): unknown =>
      path === file ? Object.assign(Object(run()), owner) : run();
    const fchownSync = (_: () => unknown, [, ...ids]: readonly unknown[]): unknown => {
      asked.push(ids);
      throw fault("EPERM");
    };
    expect(withDisk({ statSync, fchownSync }, () => editSkill(dir, "a", "new"))).toMatchObject({ ok: true });
    expect(asked).toEqual([[owner.uid, owner.gid]]);
    expect(readFileSync(file, "utf8")).toBe("new");
  });

  it.runIf(process.getuid?.() === 0)("keeps the owner when root edits", () => {
    const dir = folderWith({ "a.md": "old" });
    chmodSync(join(dir, "a.md"), 0o4750);
    chownSync(join(dir, "a.md"), 12_345, 54_321);
    chmodSync(join(dir, "a.md"), 0o4750);
    editSkill(dir, "a", "new");
    const { uid, gid, mode } = statSync(join(dir, "a.md"));
    expect([uid, gid, mode & 0o7777]).toEqual([12_345, 54_321, 0o4750]);
  });

  it("refuses a link that leads out, and a skill that is not there", () => {
    const outer = folderWith({ "secret.md": "old", "skills/x": "" });
    const dir = join(outer, "skills");
    symlinkSync("../secret.md", join(dir, "a.md"));
    expect(codeOf(editSkill(dir, "a", "new"))).toMatchObject({ code: "skill/outside-folder" });
    expect(codeOf(editSkill(dir, "../secret", "new"))).toMatchObject({ code: "skill/unknown" });
    expect(readFileSync(join(outer, "secret.md"), "utf8")).toBe("old");
  });
});

describe("removeSkill()", () => {
  it("removes a file, a folder, and of a link only the link", () => {
    const outer = folderWith({
      "skills/a.md": "",
      "skills/b/SKILL.md": "",
      "skills/b/x/y": "",
      "skills/z/SKILL.md": "",
    });
    const dir = join(outer, "skills");
    symlinkSync("z", join(dir, "c"));
    for (const name of ["a", "b", "c"]) expect(removeSkill(dir, name)).toMatchObject({ outcome: "removed" });
    expect(readdirSync(dir)).toEqual(["z"]);
    expect(existsSync(join(dir, "z/SKILL.md"))).toBe(true);
  });

  it("tells a skill of another layer from one that nobody has", () => {
    const dir = folderWith({ "x.txt": "" });
    const isKnown = (name: string): boolean => name === "elsewhere";
    expect(removeSkill(dir, "elsewhere", { isKnown })).toEqual({ outcome: "not-local" });
    expect(removeSkill(dir, "nobody", { isKnown })).toEqual({ outcome: "unknown" });
    expect(removeSkill(dir, "../x.txt", { isKnown })).toEqual({ outcome: "unknown" });
    expect(removeSkill(join(dir, "missing"), "a")).toEqual({ outcome: "unknown" });
  });
});

describe("importSkills()", () => {
  const outcomes = (from: string, to: string): readonly string[] =>
    importSkills(from, to).receipts.map(({ name, outcome, problems }) =>
      [name, outcome, ...problems.map(({ code }) => code)].join(" "),
    );

  it("copies files and whole folders, with their modes, and overwrites nothing", () => {
    const outer = folderWith({
      "from/a.md": "A",
      "from/b/skill.md": "B",
      "from/b/scripts/run.sh": "run",
      "from/b/.git/config": "no",
      "from/c/SKILL.md": "C",
      "from/d/notes": "no skill",
      "to/c.md": "mine",
      "secret.md": "SECRET",
    });
    const [from, to] = [join(outer, "from"), join(outer, "to")];
    chmodSync(join(from, "b/scripts/run.sh"), 0o755);
    symlinkSync("../../secret.md", join(from, "b/link.md"));
    symlinkSync("../secret.md", join(from, "e.md"));
    expect(outcomes(from, to)).toEqual(["a copied", "b copied skill/outside-folder", "c exists"]);
    expect(importSkills(from, to).problems.map(({ code }) => code)).toEqual([
      "skill/no-skill-file",
      "skill/outside-folder",
    ]);
    expect(readdirSync(to, { recursive: true }).sort()).toEqual([
      "a.md",
      "b",
      "b/SKILL.md",
      "b/scripts",
      "b/scripts/run.sh",
      "c.md",
    ]);
    expect(readFileSync(join(to, "b/SKILL.md"), "utf8")).toBe("B");
    expect(statSync(join(to, "b/scripts/run.sh")).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(to, "c.md"), "utf8")).toBe("mine");
    expect(outcomes(from, to)).toEqual(["a exists", "b exists", "c exists"]);
  });

  it("takes a folder without a skill in it for one, and does not lose it", () => {
    const outer = folderWith({ "from/a/SKILL.md": "A", "to/a/notes": "mine" });
    expect(outcomes(join(outer, "from"), join(outer, "to"))).toEqual(["a exists"]);
    expect(readdirSync(join(outer, "to"))).toEqual(["a"]);
    expect(readdirSync(join(outer, "to/a"))).toEqual(["notes"]);
  });

  it("gives each skill a receipt where nothing can be written", () => {
    const outer = folderWith({ "from/a.md": "A", to: "a file" });
    expect(outcomes(join(outer, "from"), join(outer, "to", "skills"))).toEqual(["a refused skill/cannot-write"]);
  });
});

describe("the files of a skill", () => {
  it("are listed by their paths, and none that leads out", () => {
    const outer = folderWith({
      "s/SKILL.md": "x",
      "s/b/deep.md": "xy",
      "s/.hidden": "",
      "s/node_modules/x": "",
      "secret.md": "SECRET",
    });
    const dir = join(outer, "s");
    symlinkSync("SKILL.md", join(dir, "alias.md"));
    symlinkSync("../secret.md", join(dir, "out.md"));
    symlinkSync("..", join(dir, "up"));
    symlinkSync(".", join(dir, "round"));
    expect(skillFiles(dir).files).toEqual([
      { path: "SKILL.md", bytes: 1 },
      { path: "alias.md", bytes: 1 },
      { path: "b/deep.md", bytes: 2 },
    ]);
    expect(skillFiles(dir).problems.map(({ code }) => code)).toEqual(["skill/outside-folder", "skill/outside-folder"]);
    expect(skillFiles(join(dir, "missing"))).toMatchObject({ files: [], problems: [{ code: "skill/cannot-read" }] });
  });

  it("end where there are too many or they lie too deep", () => {
    const many = folderWith(Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`f${i}`, ""])));
    expect(skillFiles(many)).toMatchObject({ problems: [{ code: "skill/too-many-files" }] });
    expect(skillFiles(many).files).toHaveLength(1_000);
    const deep = folderWith({ [`${"d/".repeat(8)}in`]: "", [`${"d/".repeat(9)}out`]: "" });
    expect(skillFiles(deep)).toMatchObject({
      files: [{ path: `${"d/".repeat(8)}in` }],
      problems: [{ code: "skill/too-deep" }],
    });
  });

  it("are read one by one, inside the folder and up to a size", () => {
    const outer = folderWith({ "s/a/b.md": "text", "s/bytes": Buffer.from([0xe9]), "secret.md": "SECRET" });
    const dir = join(outer, "s");
    mkdirSync(join(dir, "c"));
    symlinkSync("../../secret.md", join(dir, "c", "out.md"));
    expect(readSkillFile(dir, "a/b.md")).toEqual({ ok: true, text: "text" });
    const refused = (path: string, maxBytes?: number): unknown => codeOf(readSkillFile(dir, path, { maxBytes }));
    for (const path of [
      "../secret.md",
      "a/../../secret.md",
      "/etc/passwd",
      "c/out.md",
      "a//b.md",
      "",
      ".",
      "a\\b.md",
      "C:x",
      "a\0",
    ])
      expect(refused(path), path).toMatchObject({ code: "skill/outside-folder" });
    expect(refused("a/b.md", 3)).toMatchObject({ code: "skill/too-large" });
    expect(refused("bytes")).toMatchObject({ code: "skill/not-utf-8" });
    expect(refused("a")).toMatchObject({ code: "skill/cannot-read" });
    expect(refused("missing")).toMatchObject({ code: "skill/cannot-read" });
  });
});
