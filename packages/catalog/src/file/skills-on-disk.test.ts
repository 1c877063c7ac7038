import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadCatalog } from "./load-catalog.ts";
import { openCatalog, stampCatalog } from "./open-catalog.ts";
import { type CatalogPlaces } from "./places.ts";
import { catalogSkillPlaces } from "./skill-places.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "skills-"));
  mkdirSync(join(root, "work"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const places = (more: Partial<CatalogPlaces> = {}): CatalogPlaces => ({
  cwd: join(root, "work"),
  home: join(root, "home"),
  env: {},
  trust: true,
  ...more,
});
const write = (path: string, text: string): string => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};
const skill = (description: string, body = "Body.\n"): string => `---\ndescription: ${description}\n---\n${body}`;

/** All places, lowest first, as files of a skill. */
const FILES = [
  "home/.config/replio/skills/s.md",
  "home/.claude/skills/s/SKILL.md",
  "home/.agents/skills/s/SKILL.md",
  "home/.config/opencode/skills/s/SKILL.md",
  "home/.config/polyglav/skills/s/SKILL.md",
  "work/.replio/skills/s.md",
  "work/.claude/skills/s/SKILL.md",
  "work/.agents/skills/s/SKILL.md",
  "work/.opencode/skills/s/SKILL.md",
  "work/.polyglav/skills/s.md",
];

describe("the skills of a catalog on disk", () => {
  it("come from every place, of which the last counts", () => {
    for (const [index, file] of FILES.entries()) {
      write(file, skill(`place ${index}`, `Body ${index}.\n`));
      const catalog = loadCatalog(places());
      expect(catalog.skills.get("s")?.description, file).toBe(`place ${index}`);
      expect(catalog.skill("s")?.skill.content, file).toBe(`Body ${index}.\n`);
    }
    expect(loadCatalog(places()).skill("s")?.origin).toBe("merged");
    expect(loadCatalog(places({ noLocal: true })).skill("s")?.skill.content).toBe("Body 4.\n");
  });

  it("are not read before somebody uses them", () => {
    const file = write(FILES[6] ?? "", skill("d", "x".repeat(5_000)));
    const catalog = loadCatalog(places());
    expect(catalog.skills.get("s")).not.toHaveProperty("content");
    writeFileSync(file, skill("d", "y".repeat(5_000)));
    expect(catalog.skill("s")?.skill.content).toBe("y".repeat(5_000));
  });

  it("of a folder that is not trusted are withheld, each with its file, and nothing of them is read", () => {
    const local = FILES.slice(5).map((file, index) => write(file.replace(/s(?=\.md|\/SKILL)/, `s${index}`), "SECRET"));
    write("home/.claude/skills/s1/SKILL.md", skill("global"));
    const catalog = loadCatalog(places({ trust: false }));
    expect(catalog.skills.names()).toEqual(["s1"]);
    expect(catalog.withheld).toEqual(
      local.map((file, index) => ({ kind: "skill", name: `s${index}`, layer: "local", why: "untrusted", file })),
    );
    const { skills, withheld, missing } = catalog.resolveSkills([["s0", "s1", "s9"]]);
    expect([skills.map(({ name }) => name), withheld, missing]).toEqual([
      ["s1"],
      [{ name: "s0", why: "untrusted" }],
      ["s9"],
    ]);
    expect(JSON.stringify([...catalog.skills.entries(), catalog.problems])).not.toContain("SECRET");
    expect(catalog.skill("s0")).toBeUndefined();
  });

  it("have their problems among those of the catalog, and stop nobody", () => {
    const file = write(FILES[6] ?? "", skill("two axes: x and y"));
    symlinkSync("/etc/hostname", join(root, "work/.claude/skills/s/../out.md"));
    mkdirSync(join(root, "work/.claude/skills/y"));
    symlinkSync("/etc/hostname", join(root, "work/.claude/skills/y/SKILL.md"));
    const catalog = loadCatalog(places());
    expect(catalog.problems.map(({ code, name, file, line }) => [code, name, file, line])).toEqual([
      ["skill/outside-folder", "y", join(root, "work/.claude/skills/y/SKILL.md"), undefined],
      ["skill/head-salvaged", "s", file, 2],
    ]);
    expect(catalog.faults).toEqual([]);
    expect(catalog.resolveSkills([["y"]]).withheld).toEqual([{ name: "y", why: "unreadable" }]);
  });

  it("meet those of plugins, which lie below", () => {
    write(FILES[1] ?? "", skill("of the user"));
    const plugins = [{ name: "p", skills: { s: "Plugin S.", t: "Plugin T." } }];
    for (const catalog of [loadCatalog(places(), { plugins }), openCatalog(places(), { plugins }).current()]) {
      expect(catalog.skill("s")).toMatchObject({ origin: "merged", skill: { content: "Body.\n" } });
      expect(catalog.skill("t")).toMatchObject({ origin: "plugin", skill: { content: "Plugin T." } });
    }
    expect(loadCatalog(places()).skills.names()).toEqual(["s"]);
  });

  it("of the home folder are the user's own for whoever works there", () => {
    write("home/.claude/skills/s/SKILL.md", skill("d"));
    const at = places({ cwd: join(root, "home"), trust: false });
    expect(loadCatalog(at).skill("s")?.origin).toBe("global");
    expect(loadCatalog(at).withheld).toEqual([]);
  });
});

describe("catalogSkillPlaces()", () => {
  it("has ours last in each layer, and none without a home", () => {
    const dirs = (more: Partial<CatalogPlaces>): readonly string[] =>
      catalogSkillPlaces(places(more)).map(({ layer, dir }) => `${layer} ${dir.slice(root.length)}`);
    expect(dirs({})).toEqual(
      FILES.map((file, index) => `${index < 5 ? "global" : "local"} /${file.replace(/\/s(\.md|\/SKILL\.md)$/, "")}`),
    );
    expect(dirs({ home: "" })).toHaveLength(5);
    expect(dirs({ home: "relative", noLocal: true })).toEqual([]);
    expect(dirs({ env: { XDG_CONFIG_HOME: join(root, "xdg") } })).toContain("global /xdg/polyglav/skills");
    expect(dirs({ env: { XDG_CONFIG_HOME: join(root, "xdg") } })).toContain("global /xdg/replio/skills");
  });
});

describe("an open catalog", () => {
  it.each(FILES)("sees %s come, change behind its head, and go", (path) => {
    const live = openCatalog(places());
    const refresh = (): readonly string[] => live.refresh().names.skills;
    const file = write(path, skill("d", `${"x".repeat(5_000)}1`));
    expect(refresh()).toEqual(["s"]);
    expect(live.current().skill("s")?.skill.content.at(-1)).toBe("1");
    writeFileSync(file, skill("d", `${"x".repeat(5_000)}22`));
    expect(refresh()).toEqual(["s"]);
    expect(live.current().skill("s")?.skill.content.at(-1)).toBe("2");
    rmSync(file);
    expect(refresh()).toEqual(["s"]);
    expect(live.current().skill("s")).toBeUndefined();
    expect(live.refresh().changed).toBe(false);
  });

  it("gives a step that goes on the listing that it had", () => {
    const file = write(FILES[6] ?? "", skill("before"));
    const live = openCatalog(places());
    const step = live.current();
    writeFileSync(file, skill("after"));
    expect(live.refresh().names.skills).toEqual(["s"]);
    expect([step.skills.get("s")?.description, live.current().skills.get("s")?.description]).toEqual([
      "before",
      "after",
    ]);
  });

  it("keeps the entries that nobody changed, whatever else is edited", () => {
    write(FILES[6] ?? "", skill("d"));
    const live = openCatalog(places());
    const entry = live.current().skills.get("s");
    const loaded = live.current().skill("s")?.skill;
    write("work/.polyglav/roles.json", '{ "poet": {} }');
    expect(live.refresh().names).toEqual({ roles: ["poet"], teams: [], skills: [] });
    expect(live.current().skills.get("s")).toBe(entry);
    expect(live.current().skill("s")?.skill).toBe(loaded);
  });

  it("names the skills of a folder that is not trusted as they come and go", () => {
    const live = openCatalog(places({ trust: false }));
    const file = write(FILES[7] ?? "", "SECRET");
    expect(live.refresh()).toMatchObject({ changed: true, names: { skills: [] } });
    expect(live.current().withheld).toMatchObject([{ kind: "skill", name: "s", file }]);
  });

  it("has one stamp whatever cannot be read", () => {
    write("work/.claude", "a file");
    mkdirSync(join(root, "work/.polyglav"));
    symlinkSync("skills", join(root, "work/.polyglav/skills"));
    mkdirSync(join(root, "work/.agents/skills"), { recursive: true });
    chmodSync(join(root, "work/.agents/skills"), 0);
    expect(stampCatalog(places())).toBe(stampCatalog(places()));
    chmodSync(join(root, "work/.agents/skills"), 0o700);
  });
});
