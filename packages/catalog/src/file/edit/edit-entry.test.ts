import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadCatalog } from "../load-catalog.ts";
import { type CatalogPlaces } from "../places.ts";
import { editConfig } from "./edit-config.ts";
import { editEntry, type EditedEntry, type EntryPlace, removeEntry } from "./edit-entry.ts";

let folder: string;
let places: CatalogPlaces;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "catalog-"));
  places = { cwd: folder, home: join(folder, "home"), env: {}, trust: true };
  file = join(folder, ".polyglav/roles.json");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const written = (text: string): void => {
  mkdirSync(join(folder, ".polyglav"), { recursive: true });
  writeFileSync(file, text);
};
const newRole = (at: CatalogPlaces, name: string, prompt?: string): EditedEntry =>
  editEntry(at, { kind: "role", name }, prompt === undefined ? [] : [{ path: ["system_prompt"], value: prompt }]);
const read = (): unknown => JSON.parse(readFileSync(file, "utf8"));

describe("editEntry", () => {
  it("makes the folder, the file and the role", () => {
    expect(newRole(places, "critic", "Find the flaw.")).toEqual({ ok: true, file, changed: true });
    expect(read()).toEqual({ critic: { system_prompt: "Find the flaw." } });
    expect(loadCatalog(places).role("critic")).toMatchObject({
      origin: "local",
      role: { system_prompt: "Find the flaw." },
    });
  });

  it("writes no prompt where none was given, so that a bundled one stays", () => {
    expect(newRole(places, "writer")).toEqual({ ok: true, file, changed: true, was: "bundled" });
    expect(read()).toEqual({ writer: {} });
    expect(loadCatalog(places).role("writer")?.role.system_prompt).toContain("document");
    expect(newRole(places, "critic", "")).toMatchObject({ ok: true });
    expect(read()).toEqual({ writer: {}, critic: { system_prompt: "" } });
  });

  it("says where the name was defined before, also in a folder that is not trusted", () => {
    written('{ "mine": {}, "tester": {} }');
    const untrusted = { ...places, trust: false, noLocal: true };
    expect(newRole(untrusted, "mine")).toMatchObject({ ok: true, was: "local" });
    expect(newRole(untrusted, "tester")).toMatchObject({ ok: true, was: "merged" });
  });

  it("keeps what the file says about the role, and about everything else", () => {
    written('{\n  // keep me\n  "other": { "model": "m" },\n  "mine": { "tool_permission": { "bash": "deny" } }\n}\n');
    newRole(places, "mine", "p");
    expect(readFileSync(file, "utf8")).toContain("// keep me");
    const catalog = loadCatalog(places);
    expect(catalog.role("mine")?.role).toMatchObject({ system_prompt: "p", tool_permission: { bash: "deny" } });
    expect(catalog.role("other")?.role.model).toEqual(["m"]);
  });

  it("defines a role anew where a tombstone stands", () => {
    written('{ "writer": null }');
    expect(newRole(places, "writer", "p")).toEqual({ ok: true, file, changed: true, restored: true });
    expect(loadCatalog(places).role("writer")?.origin).toBe("merged");
  });

  it.each(["", "../evil", "a/b", "root", "a\u001b[0m", "__proto__"])(
    "refuses the name %j and writes nothing",
    (name) => {
      expect(newRole(places, name, "p")).toMatchObject({
        ok: false,
        problem: { code: "role/bad-name", severity: "error" },
      });
      expect(existsSync(join(folder, ".polyglav"))).toBe(false);
    },
  );

  it("takes the names of methods like any other name", () => {
    expect(newRole(places, "constructor", "p")).toEqual({ ok: true, file, changed: true });
    expect(loadCatalog(places).role("constructor")?.role.system_prompt).toBe("p");
  });

  it.each(["{ invalid", '{ "a": {} ', "", "\u0000\u0001", '"text"'])(
    "refuses a file that cannot be read and leaves it byte for byte: %j",
    (text) => {
      written(text);
      const before = readFileSync(file);
      const result = newRole(places, "mine", "p");
      expect(result).toMatchObject({ ok: false, problem: { severity: "error", file, layer: "local" } });
      expect(result.ok ? "" : result.problem.message).toMatch(/^Cannot /);
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );

  it("says that it cannot write where a folder is in the way", () => {
    writeFileSync(join(folder, ".polyglav"), "a file");
    expect(newRole(places, "mine")).toMatchObject({ ok: false, problem: { severity: "error" } });
    expect(readFileSync(join(folder, ".polyglav"), "utf8")).toBe("a file");
  });

  it("changes one field and takes out another, in a list too", () => {
    written('[\n  { "name": "a", "model": "m", "tags": ["x"] },\n  { "name": "b" }\n]\n');
    const changes = [{ path: ["model"] }, { path: ["tool_permission", "bash"], value: "deny" }];
    expect(editEntry(places, { kind: "role", name: "a" }, changes)).toMatchObject({ ok: true, was: "local" });
    expect(read()).toEqual([{ name: "a", tags: ["x"], tool_permission: { bash: "deny" } }, { name: "b" }]);
    expect(newRole(places, "c", "p")).toMatchObject({ ok: true });
    expect(read()).toHaveLength(3);
  });

  it("refuses what the reader would not take, and writes nothing", () => {
    written('{ "a": { "tags": 1 } }');
    for (const [path, value, code] of [
      [["model"], 5, "role/wrong-type"],
      [["tool_permission", "bash"], "yes", "carve/unknown-word"],
      [["modle"], "m", "role/unknown-field"],
    ] as const) {
      const result = editEntry(places, { kind: "role", name: "a" }, [{ path, value }]);
      expect(result, code).toMatchObject({ ok: false, problem: { code, severity: "error", file } });
    }
    expect(read()).toEqual({ a: { tags: 1 } });
    // What was wrong before stops nobody.
    expect(editEntry(places, { kind: "role", name: "a" }, [{ path: ["model"], value: "m" }])).toMatchObject({
      ok: true,
    });
  });

  it("says that an entry shows again which the file had taken away", () => {
    written('{ "tester": null }');
    const changes = [{ path: ["description"], value: "x" }];
    expect(editEntry(places, { kind: "role", name: "tester" }, changes)).toMatchObject({ ok: true, restored: true });
    expect(editEntry(places, { kind: "role", name: "tester" }, [])).not.toHaveProperty("restored");
    expect(editEntry(places, { kind: "role", name: "tester" }, [{ path: ["name"], value: "other" }])).toMatchObject({
      problem: { code: "role/other-name" },
    });
  });

  it("writes the global layer where it is told to, and teams", () => {
    const team: EntryPlace = { kind: "team", name: "pair", layer: "global" };
    const edited = editEntry(places, team, [{ path: ["stages"], value: ["planner", "programmer"] }]);
    expect(edited).toMatchObject({ ok: true, file: join(folder, "home/.config/polyglav/teams.json") });
    expect(
      loadCatalog(places)
        .team("pair")
        ?.team.stages.map(({ role }) => role),
    ).toEqual(["planner", "programmer"]);
    expect(editEntry(places, { kind: "team", name: "../x" })).toMatchObject({ problem: { code: "team/bad-name" } });
    const nowhere = { ...places, home: "" };
    expect(editEntry(nowhere, team)).toMatchObject({ ok: false, problem: { code: "file/no-home" } });
  });
});

describe("removeEntry", () => {
  it("uncovers what is below, and says so", () => {
    newRole(places, "writer", "mine");
    newRole(places, "poet", "p");
    expect(removeEntry(places, { kind: "role", name: "writer" })).toEqual({ ok: true, file, uncovers: "bundled" });
    expect(removeEntry(places, { kind: "role", name: "poet" })).toEqual({ ok: true, file });
    expect(removeEntry(places, { kind: "role", name: "poet" })).toEqual({ ok: false, reason: "unknown" });
    expect(removeEntry(places, { kind: "role", name: "writer" })).toEqual({
      ok: false,
      reason: "elsewhere",
      origin: "bundled",
    });
  });

  it("knows what comes from a plugin, which is not here to be removed", () => {
    const plugins = [{ name: "p", roles: { poet: { system_prompt: "p" } }, teams: { pair: { stages: ["poet"] } } }];
    expect(removeEntry(places, { kind: "role", name: "poet", plugins })).toEqual({
      ok: false,
      reason: "elsewhere",
      origin: "plugin",
    });
    expect(editEntry(places, { kind: "team", name: "pair", plugins })).toMatchObject({ ok: true, was: "plugin" });
    // Of what a plugin brings nothing is written, only what was said here.
    expect(JSON.parse(readFileSync(join(folder, ".polyglav/teams.json"), "utf8"))).toEqual({ pair: {} });
    expect(removeEntry(places, { kind: "team", name: "pair", plugins })).toMatchObject({
      ok: true,
      uncovers: "plugin",
    });
  });

  it("leaves a file alone that cannot be read", () => {
    written('{ "a": {}, ');
    expect(removeEntry(places, { kind: "role", name: "a" })).toMatchObject({
      reason: "refused",
      problem: { code: "file/syntax" },
    });
    expect(readFileSync(file, "utf8")).toBe('{ "a": {}, ');
  });
});

describe("editConfig", () => {
  it("sets and unsets keys of one layer, and keeps the rest", () => {
    const config = join(folder, ".polyglav/config.json");
    mkdirSync(join(folder, ".polyglav"));
    writeFileSync(config, '{\n  // which one\n  "model": "m"\n}\n');
    const changes = [
      { path: ["tool_permission", "bash"], value: "deny" },
      { path: ["retries"], value: 5 },
    ];
    expect(editConfig(places, "local", changes)).toEqual({ ok: true, file: config, changed: true });
    expect(loadCatalog(places).config).toMatchObject({ model: "m", retries: 5 });
    expect(editConfig(places, "local", [{ path: ["retries"] }])).toMatchObject({ changed: true });
    expect(editConfig(places, "local", [{ path: ["retries"] }])).toMatchObject({ changed: false });
    expect(readFileSync(config, "utf8")).toContain("// which one");
  });

  it("refuses keys that there are not and values that do not fit", () => {
    for (const change of [
      { path: ["modl"], value: "m" },
      { path: ["retries"], value: -1 },
      { path: ["providers", "a", "base_url"], value: "ftp://x" },
      { path: ["model", "x"], value: 1 },
      { path: ["modes"], value: { a: 5 } },
      { path: ["modes"], value: { a: { tool_permission: { bash: "maybe" } } } },
      { path: ["modes", "b", "tool_permision", "bash"], value: "deny" },
    ])
      expect(editConfig(places, "global", [change]), change.path.join(".")).toMatchObject({ ok: false });
    expect(existsSync(join(folder, "home/.config"))).toBe(false);
    expect(editConfig(places, "global", [{ path: ["x-mine"], value: 1 }])).toMatchObject({ ok: true });
  });
});
