import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadCatalog } from "./load-catalog.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "legacy-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const load = (trust = true) => loadCatalog({ cwd: join(root, "work"), home: join(root, "home"), env: {}, trust });
const write = (path: string, text: string): string => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

describe("a .replio folder", () => {
  it("gives its types as roles, with teams and skills, and one warning", () => {
    const types = write(
      "work/.replio/types.json",
      '{\n  "poet": { "system_prompt": "p" },\n  "writer": { "tags": ["t"] }\n}\n',
    );
    write("work/.replio/teams.json", '{ "t": { "stages": ["poet"] } }');
    write("work/.replio/skills/rhyme.md", "# Rhyme\n");
    const catalog = load();
    expect(catalog.role("poet")).toMatchObject({ origin: "local", role: { system_prompt: "p" } });
    expect(catalog.role("writer")).toMatchObject({ origin: "merged", role: { tags: ["t"] } });
    expect(catalog.roles.explain("writer")?.fields.tags?.from).toMatchObject([
      { layer: "local", file: types, line: 3 },
    ]);
    expect(catalog.team("t")?.team.stages).toHaveLength(1);
    expect(catalog.skills.names()).toEqual(["rhyme"]);
    expect(catalog.problems.map(({ code, severity, file }) => [code, severity, file])).toEqual([
      ["legacy/read", "warning", join(root, "work/.replio")],
    ]);
    expect(catalog.faults).toEqual([]);
    expect(readdirSync(join(root, "work"))).toEqual([".replio"]);
  });

  it("lies under ours of the same layer, field by field, and over the layers below", () => {
    write(
      "work/.replio/types.json",
      '{ "writer": { "model": "old", "tags": ["old"], "tool_permission": { "edit": "deny" } } }',
    );
    write("work/.replio/roles.json", '{ "writer": { "tags": ["older roles"] } }');
    write("home/.config/polyglav/roles.json", '{ "writer": { "model": "global", "temperature": 1 } }');
    write("work/.polyglav/roles.json", '{ "writer": { "tool_permission": { "web": "ask" } } }');
    const role = load().role("writer")?.role;
    expect(role).toMatchObject({ model: ["old"], temperature: 1, tags: ["older roles"] });
    expect(role?.tool_permission).toMatchObject({ bash: "deny", edit: "deny", web: "ask" });
  });

  it("is read in the user's config home too", () => {
    write("home/.config/replio/types.json", '[{ "name": "poet" }]');
    write("home/.config/polyglav/skills/s.md", "# New\n");
    write("home/.config/replio/skills/s.md", "# Old\n");
    expect(load().role("poet")?.origin).toBe("global");
    expect(load().skill("s")?.skill.content).toBe("# New\n");
  });

  it("counts as little as ours where it is not trusted", () => {
    write(
      "work/.replio/types.json",
      '{ "mine": {}, "writer": { "model": "evil", "tool_permission": { "edit": "deny", "bash": "allow" } } }',
    );
    write("work/.replio/skills/s.md", "# S\n");
    const catalog = load(false);
    expect(catalog.roles.has("mine")).toBe(false);
    expect(catalog.role("writer")?.role.model).toEqual([]);
    expect(catalog.role("writer")?.bound?.tool_permission).toEqual({ edit: "deny" });
    expect(catalog.withheld.map(({ kind, name, field }) => [kind, name, field])).toEqual([
      ["role", "mine", undefined],
      ["role", "writer", "model"],
      ["role", "writer", "tool_permission.bash"],
      ["skill", "s", undefined],
    ]);
  });

  it("lets nothing run when it cannot be read, for it could hold a denial", () => {
    const file = write("work/.replio/types.json", "{ broken");
    for (const trust of [true, false]) expect(load(trust).faults[0]).toMatchObject({ severity: "error", file });
  });

  it("is mentioned when it holds a skill and nothing else", () => {
    write("work/.replio/skills/README.md", "# Skills\n");
    expect(load().problems).toEqual([]);
    write("work/.replio/skills/s.md", "# S\n");
    expect(load().problems.map(({ code }) => code)).toEqual(["legacy/read"]);
    expect(load().problems[0]?.hint).toContain("`polyglav import replio`");
  });

  it.each(["work/.replio", "home/.config/replio"])(
    "is mentioned when in %s there is a folder that is a skill",
    (at) => {
      write(`${at}/skills/notes/x.md`, "no skill");
      const isMentioned = () => load().problems.some(({ code }) => code === "legacy/read");
      expect(isMentioned()).toBe(false);
      write(`${at}/skills/s/SKILL.md`, "# S\n");
      expect(isMentioned()).toBe(true);
    },
  );

  it("is not mentioned when there is nothing in it that we read", () => {
    write("work/.replio/sessions/a.json", "{}");
    expect(load().problems).toEqual([]);
    rmSync(join(root, "work/.replio"), { recursive: true });
    write("work/.replio", "a file");
    expect(load().problems).toEqual([]);
  });
});
