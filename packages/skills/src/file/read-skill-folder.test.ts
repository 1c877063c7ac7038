import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRegistry } from "@polyglav/registry";
import { folderWith } from "../../tests/folder.ts";
import { type Skill } from "../index.ts";
import { readSkillFolder, type SkillFolder } from "./index.ts";

const read = (dir: string): SkillFolder => readSkillFolder(dir, { layer: "local" });
const names = ({ entries }: SkillFolder): readonly string[] => [...entries.keys()];
const lines = ({ problems }: SkillFolder): readonly string[] =>
  problems.map(({ code, severity, name, message }) => [code, severity, `(${name})`, message].join(" "));

describe("a folder of skills", () => {
  it("has a skill for each Markdown file in it, in code-point order", () => {
    const folder = read(
      folderWith({ "z.md": "# Z", "B.MD": "b", "a.md": "\uFEFFa\r\n", "10.md": "x", "9.md": "x", "x y.md": "x" }),
    );
    expect(names(folder)).toEqual(["10", "9", "B", "a", "x y", "z"]);
    expect(folder.entries.get("a")).toEqual({ name: "a", content: "\uFEFFa\r\n", description: "a", tokens: 1 });
    expect(folder.problems).toEqual([]);
  });

  it("has no skill for a README, a dot-file, another kind of file or a folder of its own", () => {
    const folder = read(
      folderWith({
        "README.md": "x",
        "readme.MD": "x",
        ".md": "x",
        ".a.md": "x",
        "a.txt": "x",
        md: "x",
        "b/SKILL.md": "x",
      }),
    );
    expect(names(folder)).toEqual([]);
    expect(folder.problems).toEqual([]);
  });

  it("is empty when it does not exist", () => {
    expect(read(join(folderWith({}), "skills"))).toMatchObject({ entries: new Map(), problems: [] });
  });

  it("is empty when its path leads through a file, and with a warning when it is one", () => {
    const root = folderWith({ home: "" });
    expect(read(join(root, "home", "skills")).problems).toEqual([]);
    expect(read(join(root, "home")).problems).toMatchObject([
      { code: "skill/cannot-read-folder", severity: "warning", layer: "local" },
    ]);
  });

  it("goes into a registry, which then names the file", () => {
    const dir = folderWith({ "a.md": "# A" });
    const registry = createRegistry<Skill>({ layers: ["global", "local"] });
    registry.set("local", read(dir));
    expect(registry.explain("a")?.fields.content?.from).toEqual([{ layer: "local", file: join(dir, "a.md") }]);
  });

  it("gives the warnings about a skill their file and layer", () => {
    const dir = folderWith({ "a.md": "ok\n```\n" });
    expect(read(dir).problems).toMatchObject([
      { code: "skill/open-fence", layer: "local", file: join(dir, "a.md"), line: 2, name: "a" },
    ]);
  });
});

describe("one bad file", () => {
  it("is reported and never hides another", () => {
    const dir = folderWith({
      "a.md": "a",
      "blank.md": " \n",
      "con.md": "c",
      "latin1.md": Buffer.from([0x63, 0x61, 0x66, 0xe9]),
      "large.md": "x".repeat(1_000_001),
      "just.md": "x".repeat(1_000_000),
      "line\nbreak.md": "x",
      "z.md": "z",
    });
    mkdirSync(join(dir, "folder.md"));
    execFileSync("mkfifo", [join(dir, "pipe.md")]);
    const folder = read(dir);
    expect(names(folder)).toEqual(["a", "blank", "con", "just", "z"]);
    expect(lines(folder)).toMatchInlineSnapshot(`
      [
        "skill/device-name warning (con) Cannot carry skill "con" to every system: Windows cannot have a file of that name",
        "skill/cannot-read error (folder) Cannot read skill "folder": it is not a regular file",
        "skill/unsafe-name error (undefined) Cannot take "line\\nbreak.md" for a skill: its name has control characters",
        "skill/cannot-read error (pipe) Cannot read skill "pipe": it is not a regular file",
        "skill/empty warning (blank) Cannot give skill "blank" to a prompt: it is empty",
        "skill/too-large error (large) Cannot read skill "large": it is larger than 1 MB",
        "skill/not-utf-8 error (latin1) Cannot read skill "latin1": it is not UTF-8",
      ]
    `);
  });

  it("that differs from another only in case loses to the last one in code-point order, on every system", () => {
    const folder = read(folderWith({ "finders.md": "lower", "Finders.MD": "upper", "FINDERS.md": "caps" }));
    const caseMatters = folder.problems.length > 0;
    expect(names(folder)).toEqual(caseMatters ? ["finders"] : names(folder).slice(0, 1));
    if (caseMatters)
      expect(lines(folder)).toMatchInlineSnapshot(`
        [
          "skill/same-name error (FINDERS) Cannot take "FINDERS.md" for a skill beside "Finders.MD": on many systems they are one file",
          "skill/same-name error (Finders) Cannot take "Finders.MD" for a skill beside "finders.md": on many systems they are one file",
        ]
      `);
  });

  it("that is a link is read when it stays inside, and only then", () => {
    const outer = folderWith({ "secret.md": "secret", "skills/a.md": "a", "skills-2/b.md": "b" });
    const dir = join(outer, "skills");
    symlinkSync("a.md", join(dir, "alias.md"));
    symlinkSync("../secret.md", join(dir, "out.md"));
    symlinkSync("../skills-2/b.md", join(dir, "sibling.md"));
    symlinkSync("nowhere.md", join(dir, "dangling.md"));
    const folder = read(dir);
    expect(names(folder)).toEqual(["a", "alias"]);
    expect(lines(folder)).toMatchInlineSnapshot(`
      [
        "skill/cannot-read error (dangling) Cannot read skill "dangling": its symbolic link leads nowhere",
        "skill/outside-folder error (out) Cannot read skill "out": its symbolic link leads out of the folder",
        "skill/outside-folder error (sibling) Cannot read skill "sibling": its symbolic link leads out of the folder",
      ]
    `);
    expect(JSON.stringify([...folder.entries])).not.toContain("secret");
  });

  it("does not make a linked folder unreadable", () => {
    const outer = folderWith({ "dotfiles/a.md": "a" });
    symlinkSync("dotfiles", join(outer, "skills"));
    expect(names(read(join(outer, "skills")))).toEqual(["a"]);
  });
});
