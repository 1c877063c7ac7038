import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPlace, type Place, type Said } from "./fake-world.ts";

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => {
  place.remove();
});

const polyglav = (...argv: readonly string[]): Promise<Said> => place.polyglav(argv);
const path = (name: string): string =>
  name.startsWith("~/") ? join(place.home, name.slice(2)) : join(place.cwd, name);
const text = (name: string): string => readFileSync(path(name), "utf8");
const write = (name: string, written: string | Uint8Array): void => {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), written);
};
const data = (said: Said): Readonly<Record<string, unknown>> => ({ ...(JSON.parse(said.stdout) as object) });
const head = (name: string, description: string, body = "Body.\n"): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;

/** A head of eight lines in which YAML stumbles over three, and people over none. */
const BROKEN = [
  "---",
  "name: axes",
  "description: two axes: x and y",
  "tags: [a, b",
  "license: MIT",
  "metadata:",
  "  version: 1.10",
  "---",
  "Draw both.",
  "",
].join("\n");

describe("skills list", () => {
  test("shows the skills of every place, with description and origin, and the tokens as data", async () => {
    write("~/.claude/skills/mine/SKILL.md", head("mine", "Of the user"));
    write("~/.config/polyglav/skills/small.md", "# Small\n");
    write(".agents/skills/theirs/SKILL.md", head("theirs", "Of the folder", "12345678\n"));
    expect(await polyglav("skills", "list", "--trust")).toEqual({
      code: 0,
      stdout:
        "3 skills:\n  - mine - Of the user (global)\n  - small - # Small (global)\n  - theirs - Of the folder (local)\n",
      stderr: "",
    });
    expect(data(await polyglav("skills", "list", "--trust", "--json")).skills).toContainEqual({
      name: "theirs",
      origin: "local",
      description: "Of the folder",
      tags: [],
      tokens: 3,
    });
  });

  test("leaves out what is not trusted, and says so", async () => {
    write(".claude/skills/x/SKILL.md", head("x", "SECRET"));
    const { code, stdout, stderr } = await polyglav("skills", "list");
    expect([code, stdout]).toEqual([0, "(no skills)\n"]);
    expect(stderr).toContain("is not trusted, so this has no effect: skill x");
    expect(stderr).not.toContain("SECRET");
    expect((await polyglav("skills", "list", "--trust")).stdout).toBe("1 skill:\n  - x - SECRET (local)\n");
    expect((await polyglav("skills", "list", "--trust", "--no-local")).stdout).toBe("(no skills)\n");
  });

  test("finds what a person sees in a head that is no YAML, and names the line", async () => {
    write(".claude/skills/axes/SKILL.md", BROKEN);
    const { stdout, stderr } = await polyglav("skills", "list", "--trust");
    expect(stdout).toBe("1 skill:\n  - axes - two axes: x and y (local)\n");
    expect(stderr).toMatch(/^\.claude\/skills\/axes\/SKILL\.md:\d+:\d+: warning: /m);
    expect(stderr).toContain("skill/head-salvaged");
  });

  test("cannot be made to steer the terminal", async () => {
    write(".claude/skills/x/SKILL.md", head("x", '"\\e[31mred"', "\u001b[2J\n"));
    expect((await polyglav("skills", "list", "--trust")).stdout).not.toContain("\u001b");
    expect((await polyglav("skills", "show", "x", "--trust")).stdout).not.toContain("\u001b");
  });
});

describe("skills show", () => {
  test("loads a skill without its head, and lists the files of its folder", async () => {
    write(".claude/skills/x/SKILL.md", head("x", "d", "# X\n"));
    write(".claude/skills/x/references/a.md", "A");
    expect(await polyglav("skills", "show", "x", "--trust")).toEqual({
      code: 0,
      stdout: "x (local)\nfiles in .claude/skills/x: SKILL.md, references/a.md\n# X\n",
      stderr: "",
    });
    expect(data(await polyglav("skills", "show", "x", "--trust", "--json"))).toEqual({
      name: "x",
      origin: "local",
      description: "d",
      tags: [],
      tokens: 1,
      file: path(".claude/skills/x/SKILL.md"),
      files: [
        { path: "SKILL.md", bytes: expect.any(Number) as number },
        { path: "references/a.md", bytes: 1 },
      ],
      content: "# X\n",
    });
  });

  test("shows neither a skill that is not trusted nor one that links out of the folder", async () => {
    write(".claude/skills/x/SKILL.md", head("x", "d"));
    const untrusted = await polyglav("skills", "show", "x");
    expect([untrusted.code, untrusted.stdout]).toEqual([4, ""]);
    write("~/secret.md", "SECRET");
    mkdirSync(path(".claude/skills/y"));
    symlinkSync(path("~/secret.md"), path(".claude/skills/y/SKILL.md"));
    symlinkSync(path("~/secret.md"), path(".claude/skills/x/notes.md"));
    const out = await polyglav("skills", "show", "y", "--trust");
    expect([out.code, out.stdout]).toEqual([2, ""]);
    expect(out.stderr).toContain("leads out of the folder");
    const { stdout, stderr } = await polyglav("skills", "show", "x", "--trust");
    expect(stdout).toContain("files in .claude/skills/x: SKILL.md\n");
    expect(stderr).toContain('"notes.md" for a file of the skill: its symbolic link leads out');
  });

  test("says what is wrong with a head once", async () => {
    write(".claude/skills/axes/SKILL.md", BROKEN);
    const listed = (await polyglav("skills", "list", "--trust")).stderr;
    expect((await polyglav("skills", "show", "axes", "--trust")).stderr).toBe(listed);
  });

  test("says what is wrong behind the head", async () => {
    write(".polyglav/skills/open.md", "```\nopen\n");
    write(".polyglav/skills/bad.md", Buffer.concat([Buffer.from(head("bad", "d", "x".repeat(5_000))), Buffer.of(233)]));
    const open = await polyglav("skills", "show", "open", "--trust");
    expect([open.code, open.stderr]).toEqual([0, expect.stringContaining("skill/open-fence")]);
    const bad = await polyglav("skills", "show", "bad", "--trust");
    expect([bad.code, bad.stdout]).toEqual([3, ""]);
    expect(bad.stderr).toBe('polyglav: .polyglav/skills/bad.md: Cannot read skill "bad": it is not UTF-8\n');
  });

  test.each(["../x", "con", "__proto__", "constructor", "", "x/SKILL.md"])("has none called %j", async (name) => {
    write(".claude/skills/x/SKILL.md", head("x", "d"));
    expect((await polyglav("skills", "show", "--trust", "--", name)).code).toBe(2);
  });
});

describe("skills new", () => {
  test("writes a file into a folder that is made for it, and trusts that", async () => {
    expect((await polyglav("skills", "new", "small-steps")).stdout).toBe(
      "Created skill: small-steps (local) - edit .polyglav/skills/small-steps.md\n",
    );
    expect(text(".polyglav/skills/small-steps.md")).toBe("# small-steps\n");
    expect(text(".polyglav/.gitignore")).toContain("runs/");
    expect((await polyglav("skills", "new", "mine", "Be", "brief.", "--global")).stdout).toBe(
      "Created skill: mine (global) - edit ~/.config/polyglav/skills/mine.md\n",
    );
    expect(text("~/.config/polyglav/skills/mine.md")).toBe("Be brief.\n");
  });

  test("writes where no local layer is read, too", async () => {
    expect((await polyglav("skills", "new", "x", "--no-local")).code).toBe(0);
    expect(text(".polyglav/skills/x.md")).toBe("# x\n");
  });

  test("says what it overrides, and touches nothing that is there", async () => {
    write(".claude/skills/x/SKILL.md", head("x", "d"));
    expect((await polyglav("skills", "new", "x", "Mine.", "--trust")).stdout).toContain("(was local)");
    expect(text(".claude/skills/x/SKILL.md")).toContain("Body.");
    const again = await polyglav("skills", "new", "x", "Other.");
    expect([again.code, again.stdout, text(".polyglav/skills/x.md")]).toEqual([2, "", "Mine.\n"]);
  });

  test.each(["../x", "con", "a/b", "CON", "x.md", "readme", "__proto__", "", "a\u0000b", "x".repeat(65)])(
    "makes nothing called %j",
    async (name) => {
      const { code, stdout } = await polyglav("skills", "new", "--", name);
      expect([code, stdout]).toEqual([2, ""]);
      expect(readdirSync(place.cwd)).toEqual([]);
    },
  );

  test("makes nothing where a link leads out of the folder", async () => {
    mkdirSync(path("~/elsewhere"));
    symlinkSync(path("~/elsewhere"), path(".polyglav"));
    expect((await polyglav("skills", "new", "x")).code).toBe(3);
    expect((await polyglav("skills", "import", ".", "--trust")).code).toBe(2);
    expect(readdirSync(path("~/elsewhere"))).toEqual([]);
  });

  test("says that the disk refuses", async () => {
    write(".polyglav", "a file");
    expect((await polyglav("skills", "new", "x")).code).toBe(4);
  });
});

describe("skills edit", () => {
  test("replaces the text of a file or a SKILL.md of ours", async () => {
    write(".polyglav/skills/a.md", "old");
    write(".polyglav/skills/b/SKILL.md", "old");
    expect((await polyglav("skills", "edit", "a", "New", "text.")).stdout).toBe(
      "Changed skill: a (local) - .polyglav/skills/a.md\n",
    );
    expect((await polyglav("skills", "edit", "b", "New.")).code).toBe(0);
    expect([text(".polyglav/skills/a.md"), text(".polyglav/skills/b/SKILL.md")]).toEqual(["New text.\n", "New.\n"]);
  });

  test("opens the file in the person's editor, and says what is wrong with it then", async () => {
    write(".polyglav/skills/a.md", "old");
    const editor = join(place.home, "editor.sh");
    writeFileSync(editor, "#!/bin/sh\nprintf '```\\nopen\\n' > \"$1\"\n");
    chmodSync(editor, 0o755);
    const said = await place.polyglav(["skills", "edit", "a"], {
      tty: ["stdin", "stderr"],
      env: { EDITOR: editor },
      stdin: "",
    });
    expect([said.code, said.stderr]).toEqual([0, expect.stringContaining("skill/open-fence")]);
    expect((await polyglav("skills", "edit", "a")).code).toBe(2);
  });

  test("leaves those of other programs and layers alone, and says where they are", async () => {
    write(".claude/skills/x/SKILL.md", head("x", "d"));
    write("~/.config/polyglav/skills/mine.md", "Mine.");
    for (const trust of [[], ["--trust"]]) {
      const { code, stderr } = await polyglav("skills", "edit", "x", "New.", ...trust);
      expect(code).toBe(2);
      expect(stderr).toContain('Cannot edit skill "x": it is in .claude/skills/x/SKILL.md, not in .polyglav/skills');
    }
    expect((await polyglav("skills", "edit", "mine", "New.")).stderr).toContain("Pass --global");
    expect((await polyglav("skills", "edit", "mne", "New.")).stderr).toContain('Did you mean "mine"?');
    expect(text(".claude/skills/x/SKILL.md")).toBe(head("x", "d"));
  });

  test.each(["../secret", "con", "../../home/secret", ""])("follows no name such as %j", async (name) => {
    write("secret.md", "old");
    write("~/secret.md", "old");
    mkdirSync(path(".polyglav/skills"), { recursive: true });
    expect((await polyglav("skills", "edit", "--", name, "New.")).code).toBe(2);
    expect([text("secret.md"), text("~/secret.md")]).toEqual(["old", "old"]);
  });

  test("follows no link out of the folder", async () => {
    write("~/secret.md", "old");
    mkdirSync(path(".polyglav/skills"), { recursive: true });
    symlinkSync(path("~/secret.md"), path(".polyglav/skills/x.md"));
    expect((await polyglav("skills", "edit", "x", "New.")).code).toBe(3);
    expect((await polyglav("skills", "remove", "x")).code).toBe(3);
    expect(text("~/secret.md")).toBe("old");
  });
});

describe("skills remove", () => {
  test("removes a file, or a folder with all that is in it, and says what shows again", async () => {
    write(".polyglav/skills/x.md", "Mine.");
    write(".polyglav/skills/y/SKILL.md", head("y", "d"));
    write(".polyglav/skills/y/more.txt", "");
    write("~/.claude/skills/x/SKILL.md", head("x", "d"));
    expect((await polyglav("skills", "remove", "x", "--trust")).stdout).toBe(
      "Removed skill: x (local); x is global again: ~/.claude/skills/x/SKILL.md\n",
    );
    expect((await polyglav("skills", "remove", "y")).stdout).toBe("Removed skill: y (local)\n");
    expect(readdirSync(path(".polyglav/skills"))).toEqual([]);
    const { code, stderr } = await polyglav("skills", "remove", "x");
    expect([code, stderr]).toEqual([2, expect.stringContaining("it is in ~/.claude/skills/x/SKILL.md")]);
    expect(existsSync(path("~/.claude/skills/x/SKILL.md"))).toBe(true);
  });

  test.each(["..", "../skills", ".", "con", "x.md"])("removes nothing called %j", async (name) => {
    write(".polyglav/skills/x.md", "Mine.");
    expect((await polyglav("skills", "remove", "--", name)).code).toBe(2);
    expect(text(".polyglav/skills/x.md")).toBe("Mine.");
  });
});

describe("skills import", () => {
  test("copies files and folders, overwrites nothing, and warns of no copy afterwards", async () => {
    write(".claude/skills/x/SKILL.md", head("x", "d"));
    write(".claude/skills/x/references/a.md", "A");
    write(".polyglav/skills/y.md", "Mine.");
    write(".claude/skills/y/SKILL.md", head("y", "d"));
    const { code, stdout } = await polyglav("skills", "import", ".claude/skills");
    expect(code).toBe(8);
    expect(stdout).toBe(
      "copied   x   .polyglav/skills/x\nexists   y   .polyglav/skills/y.md\n1 of 2 skills copied (local)\n",
    );
    expect(text(".polyglav/skills/x/references/a.md")).toBe("A");
    rmSync(path(".claude/skills/y"), { recursive: true });
    expect((await polyglav("skills", "list", "--trust")).stderr).toBe("");
  });

  test("makes no folder where there is nothing to copy, and trusts none where others have been", async () => {
    mkdirSync(path("empty"));
    expect((await polyglav("skills", "import", "empty")).code).toBe(2);
    expect(existsSync(path(".polyglav"))).toBe(false);
    write(".claude/skills/x/SKILL.md", head("x", "d"));
    expect((await polyglav("skills", "import", ".claude/skills")).code).toBe(0);
    expect(text(".polyglav/.gitignore")).toContain("runs/");
    expect(existsSync(path("~/.config/polyglav/trust.json"))).toBe(false);
  });

  test("copies nothing that a link leads to outside", async () => {
    write("~/secret.md", "SECRET");
    write("from/x/SKILL.md", head("x", "d"));
    symlinkSync(path("~/secret.md"), path("from/x/stolen.md"));
    symlinkSync(path("~/secret.md"), path("from/y.md"));
    const { stdout } = await polyglav("skills", "import", "from", "--json");
    expect(stdout).not.toContain("SECRET");
    expect(readdirSync(path(".polyglav/skills"))).toEqual(["x"]);
    expect(readdirSync(path(".polyglav/skills/x"))).toEqual(["SKILL.md"]);
  });
});

describe("skills lint", () => {
  test("finds what others stumble over, with file and line, and nothing in what is well", async () => {
    write(".claude/skills/good/SKILL.md", head("good", "Does good"));
    expect(await polyglav("skills", "lint", "--trust")).toEqual({
      code: 0,
      stdout: "1 skill, 0 findings\n",
      stderr: "",
    });
    write(".claude/skills/axes/SKILL.md", BROKEN);
    write(".claude/skills/other/SKILL.md", head("name", "Says <b>"));
    const { code, stdout } = await polyglav("skills", "lint", "--trust");
    expect(code).toBe(8);
    expect(stdout).toMatch(/^\.claude\/skills\/axes\/SKILL\.md:3:\d+: .*skill\/head-salvaged/m);
    expect(stdout).toMatch(/^\.claude\/skills\/other\/SKILL\.md:3:1: .*skill\/markup/m);
    expect(stdout).toContain("skill/other-name");
    expect((await polyglav("skills", "lint", "good", "--trust")).code).toBe(0);
    expect((await polyglav("skills", "lint", "axes")).code).toBe(4);
    expect((await polyglav("skills", "lint", "axs", "--trust")).code).toBe(2);
  });

  test("reads heads as the listing does", async () => {
    write(".claude/skills/x/SKILL.md", "---\nname: x\ndescription: >-\n  one\n\n  two\nmetadata: {a: 1}\n---\nBody.\n");
    expect((await polyglav("skills", "lint", "--trust")).stdout).toBe("1 skill, 0 findings\n");
  });

  test("tells of a text that is not what its head promised", async () => {
    write(".polyglav/skills/bad.md", Buffer.concat([Buffer.from(head("bad", "d", "x".repeat(5_000))), Buffer.of(233)]));
    const { code, stdout } = await polyglav("skills", "lint", "--trust");
    expect([code, stdout]).toEqual([8, expect.stringContaining("skill/not-utf-8")]);
  });
});

describe("skills diff", () => {
  test("shows what a higher layer makes of a skill, its text among it", async () => {
    write("~/.claude/skills/x/SKILL.md", head("x", "Lowest", "Oldest text.\n"));
    write("~/.config/polyglav/skills/x.md", head("x", "Below", "Old text.\n"));
    write(".claude/skills/x/SKILL.md", head("x", "Above", "New text.\n"));
    const { code, stdout } = await polyglav("skills", "diff", "x", "--against", "global", "--trust");
    expect(code).toBe(8);
    expect(stdout).toContain("content   .claude/skills/x/SKILL.md\n  - Old text.");
    expect(stdout).toContain("  - Below\n  + Above\n");
    expect(stdout).toContain("2 differences between x and what the layers up to global make of it\n");
    expect((await polyglav("skills", "diff", "x", "--against", "global")).code).toBe(0);
    expect((await polyglav("skills", "diff", "y")).code).toBe(2);
  });

  test("says that a skill is new where there is none below", async () => {
    write(".claude/skills/x/SKILL.md", head("x", "d", "Text.\n"));
    const { stdout } = await polyglav("skills", "diff", "x", "--trust");
    expect(stdout).toContain("  + Text.");
    expect(stdout).not.toContain("  - ");
  });
});
