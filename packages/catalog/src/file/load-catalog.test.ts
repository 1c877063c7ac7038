import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { explain, use } from "@polyglav/permissions";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadCatalog } from "./load-catalog.ts";
import { type CatalogPlaces } from "./places.ts";

let folder: string;
let home: string;
let cwd: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "catalog-"));
  home = join(folder, "home");
  cwd = join(folder, "work");
  mkdirSync(cwd);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const load = (more: Partial<CatalogPlaces> = {}) => loadCatalog({ cwd, home, env: {}, trust: true, ...more });
const write = (file: string, text: string): string => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};
const local = (name: string, text: string): string => write(join(cwd, ".polyglav", name), text);
const global = (name: string, text: string): string => write(join(home, ".config/polyglav", name), text);

describe("loadCatalog", () => {
  it("finds the bundled catalog where there is no file, and makes none", () => {
    const catalog = load();
    expect(catalog.roles.names()).toHaveLength(11);
    expect(catalog.teams.names()).toHaveLength(2);
    expect([catalog.problems, catalog.withheld, catalog.faults]).toEqual([[], [], []]);
    expect(catalog.places).toEqual({ global: join(home, ".config/polyglav"), local: join(cwd, ".polyglav") });
    expect(readdirSync(folder)).toEqual(["work"]);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it("merges bundled, global and local, and knows the file and line of each field", () => {
    const g = global("roles.json", '{\n  "x": { "system_prompt": "G", "model": "m1" }\n}\n');
    const l = local("roles.json", '// mine\n[\n  { "name": "x",\n    "system_prompt": "L", },\n]\n');
    const catalog = load();
    expect(catalog.role("x")).toMatchObject({ role: { system_prompt: "L", model: ["m1"] }, origin: "merged" });
    const fields = catalog.roles.explain("x")?.fields;
    expect(fields?.system_prompt).toMatchObject({
      from: [{ layer: "local", file: l, line: 4 }],
      shadowed: [{ layer: "global", file: g, line: 2, value: "G" }],
    });
    expect(fields?.model?.from).toMatchObject([{ layer: "global", file: g, line: 2 }]);
    expect(catalog.problems).toEqual([]);
  });

  it("honours XDG_CONFIG_HOME", () => {
    write(join(folder, "xdg/polyglav/config.json"), '{ "model": "x/y" }');
    expect(load({ env: { XDG_CONFIG_HOME: join(folder, "xdg") } }).config.model).toBe("x/y");
    expect(load({ env: { XDG_CONFIG_HOME: "relative" } }).config.model).toBeUndefined();
  });

  it.each(["", ".", "home"])("takes nothing of the working folder for the user's when HOME is %j", (written) => {
    const cwd = mkdtempSync(join(tmpdir(), "catalog-"));
    for (const folder of [".config/polyglav", "home/.config/polyglav"]) {
      mkdirSync(join(cwd, folder), { recursive: true });
      writeFileSync(join(cwd, folder, "config.json"), '{ "tool_permission": { "bash": "allow" } }');
    }
    const before = process.cwd();
    process.chdir(cwd);
    try {
      const catalog = loadCatalog({ cwd, home: written, env: { XDG_CONFIG_HOME: ".config" }, trust: false });
      expect(use(catalog.rootAuthority(), "bash")).toBe("ask");
      expect(catalog.places.global).toBeUndefined();
      expect(catalog.problems).toMatchObject([{ code: "file/no-home", severity: "warning" }]);
    } finally {
      process.chdir(before);
      rmSync(cwd, { recursive: true });
    }
  });

  it("reads teams, skills and config of both folders", () => {
    global("teams.json", '{ "t": { "stages": ["planner"] } }');
    local("teams.json", '{ "t": { "description": "d" } }');
    global("skills/base.md", "# Base\n");
    local("skills/own.md", "# Own\n");
    global("config.json", '{ "model": "a/b", "retries": 1 }');
    local("config.json", '{ "retries": 3 }');
    const catalog = load();
    expect(catalog.team("t")).toMatchObject({
      origin: "merged",
      team: { description: "d", stages: [{ role: "planner" }] },
    });
    expect(catalog.skills.names()).toEqual(["base", "own"]);
    expect([catalog.config.model, catalog.config.retries]).toEqual(["a/b", 3]);
  });

  it("names file, line and column of what is wrong, and takes the rest", () => {
    const file = local(
      "roles.json",
      '{\n  "writer": { "skills": "abc",\n    "tool_permission": { "bash": "Deny" } },\n  "mine": {}\n}\n',
    );
    const catalog = load();
    expect(catalog.problems.map(({ code, line, column, name }) => [code, line, column, name])).toEqual([
      ["carve/unknown-word", 3, 26, "writer"],
      ["role/wrong-type", 2, 15, "writer"],
    ]);
    expect(catalog.problems.every((problem) => problem.file === file && problem.layer === "local")).toBe(true);
    expect(catalog.roles.names()).toHaveLength(12);
    expect(catalog.roles.names().filter((name) => catalog.faultsOf(name).length > 0)).toEqual(["writer"]);
  });

  it("tells from which file and line a decision comes", () => {
    const file = local(
      "roles.json",
      '{\n  "leader": {\n    "grant_permission": {\n      "bash": "deny"\n    }\n  }\n}\n',
    );
    const catalog = load();
    const leader = catalog.authority(catalog.rootAuthority(), "leader", "r1");
    const programmer = catalog.authority(leader, "programmer", "r2");
    const { verdict } = explain(programmer, { actions: [{ category: "bash", resource: [] }] });
    expect(verdict).toMatchObject({
      decision: "deny",
      because: [
        {
          text: "leader.grant_permission.bash",
          source: { layer: "local", file, line: 4, column: 7, path: "leader.grant_permission.bash" },
        },
      ],
    });
  });

  it.each([
    ["roles.json", "{ invalid"],
    ["roles.json", '"a string"'],
    ["roles.json", ""],
    ["config.json", "{ invalid"],
  ])("lists everything else when %s says %j, and lets nothing run", (name, text) => {
    const file = local(name, text);
    for (const trust of [true, false]) {
      const catalog = load({ trust });
      expect(catalog.roles.names()).toHaveLength(11);
      expect(catalog.faults[0]).toMatchObject({ severity: "error", file });
      expect(catalog.role("writer")?.faults).toEqual(catalog.faults);
    }
  });

  it("lets runs go on when only teams or skills are broken", () => {
    local("teams.json", "{ invalid");
    local("skills/empty.md", "  \n");
    const catalog = load();
    expect(catalog.problems.length).toBeGreaterThan(0);
    expect(catalog.faults).toEqual([]);
  });

  it("survives folders and loops of links where files are expected", () => {
    mkdirSync(join(cwd, ".polyglav/roles.json"), { recursive: true });
    symlinkSync("config.json", join(cwd, ".polyglav/config.json"));
    write(join(home, ".config/polyglav"), "a file, no folder");
    const catalog = load();
    expect(catalog.roles.names()).toHaveLength(11);
    expect(catalog.faults.length).toBeGreaterThan(1);
  });

  it.skipIf(process.getuid?.() === 0)("takes a file that may not be read for one that nobody knows", () => {
    chmodSync(local("roles.json", "{}"), 0o000);
    expect(load().faults).toHaveLength(1);
  });

  it("treats hostile names in files like any others", () => {
    local("roles.json", '{ "__proto__": { "system_prompt": "p", "__proto__": 1 }, "constructor": { "model": "m" } }');
    local("config.json", '{ "__proto__": { "model": "evil" }, "tool_permission": { "__proto__": "allow" } }');
    const catalog = load();
    expect(catalog.role("__proto__")?.role.system_prompt).toBe("p");
    expect(catalog.role("constructor")?.role.model).toEqual(["m"]);
    expect(catalog.config.model).toBeUndefined();
    expect(catalog.role("toString")).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("the local folder", () => {
  beforeEach(() => {
    local(
      "roles.json",
      '{ "mine": {}, "writer": { "system_prompt": "evil", "tool_permission": { "edit": "ask", "bash": "allow" } } }',
    );
    local("teams.json", '{ "t": { "stages": ["mine"] } }');
    local("skills/s.md", "# S\n");
    local("config.json", '{ "model": "evil/m", "tool_permission": { "web": "deny" } }');
  });

  it("can only lower without trust, and what it cannot do is listed with its place", () => {
    const catalog = load({ trust: false });
    expect(catalog.role("mine")).toBeUndefined();
    expect(catalog.config.model).toBeUndefined();
    expect(use(catalog.rootAuthority(), "web")).toBe("deny");
    const writer = catalog.authority(catalog.rootAuthority(), "writer", "r1");
    expect([use(writer, "edit"), use(writer, "bash")]).toEqual(["ask", "deny"]);
    expect(catalog.withheld.map(({ kind, name, field, line }) => [kind, name, field, line])).toEqual([
      ["config", "config", "model", 1],
      ["role", "mine", undefined, 1],
      ["role", "writer", "system_prompt", 1],
      ["role", "writer", "tool_permission.bash", 1],
      ["team", "t", undefined, 1],
      ["skill", "s", undefined, undefined],
    ]);
    expect(catalog.withheld.every((one) => one.file?.startsWith(join(cwd, ".polyglav")))).toBe(true);
  });

  it("counts like the others with trust", () => {
    const catalog = load();
    expect(catalog.role("writer")?.role.system_prompt).toBe("evil");
    expect([catalog.roles.has("mine"), catalog.config.model, catalog.withheld]).toEqual([true, "evil/m", []]);
  });

  it("is as if it were not there with noLocal", () => {
    for (const trust of [true, false]) {
      const catalog = load({ trust, noLocal: true });
      expect([catalog.roles.names().length, catalog.withheld, catalog.bound]).toEqual([11, [], undefined]);
      expect(use(catalog.rootAuthority(), "web")).toBe("allow");
    }
  });
});

describe("a config that the operator names", () => {
  it("counts over all others, in a folder that is not trusted too", () => {
    global("config.json", '{ "model": "g/m" }');
    local("config.json", '{ "model": "l/m", "tool_permission": { "web": "deny" } }');
    const config = write(join(folder, "flag.json"), '{ "model": "f/m", "tool_permission": { "web": "allow" } }');
    expect(load({ config }).config.model).toBe("f/m");
    expect(use(load({ config }).rootAuthority(), "web")).toBe("allow");
    expect(use(load({ config, trust: false }).rootAuthority(), "web")).toBe("deny");
  });

  it("is found from the working folder", () => {
    write(join(cwd, "c.json"), '{ "model": "f/m" }');
    expect(load({ config: "c.json" }).config.model).toBe("f/m");
  });

  it.each([undefined, "{ invalid", "[1]"])("lets nothing run when it is missing or broken: %j", (text) => {
    const config = join(folder, "flag.json");
    if (text !== undefined) writeFileSync(config, text);
    const catalog = load({ config });
    expect(catalog.roles.names()).toHaveLength(11);
    expect(catalog.faults.some((fault) => fault.severity === "error" && fault.layer === "flag")).toBe(true);
    const isRead = text === "[1]";
    expect(catalog.faults.some((fault) => fault.code === "config/unreadable" && fault.file === config)).toBe(!isRead);
  });
});
