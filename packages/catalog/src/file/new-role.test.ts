import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadCatalog } from "./load-catalog.ts";
import { newRole } from "./new-role.ts";
import { type CatalogPlaces } from "./places.ts";

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
const read = (): unknown => JSON.parse(readFileSync(file, "utf8"));

describe("newRole", () => {
  it("makes the folder, the file and the role", () => {
    expect(newRole(places, "critic", "Find the flaw.")).toEqual({ ok: true, file });
    expect(read()).toEqual({ critic: { system_prompt: "Find the flaw." } });
    expect(loadCatalog(places).role("critic")).toMatchObject({
      origin: "local",
      role: { system_prompt: "Find the flaw." },
    });
  });

  it("writes no prompt where none was given, so that a bundled one stays", () => {
    expect(newRole(places, "writer")).toEqual({ ok: true, file, overrode: "bundled" });
    expect(read()).toEqual({ writer: {} });
    expect(loadCatalog(places).role("writer")?.role.system_prompt).toContain("document");
    expect(newRole(places, "critic", "")).toMatchObject({ ok: true });
    expect(read()).toEqual({ writer: {}, critic: { system_prompt: "" } });
  });

  it("says where the name was defined before, also in a folder that is not trusted", () => {
    written('{ "mine": {}, "tester": {} }');
    const untrusted = { ...places, trust: false, noLocal: true };
    expect(newRole(untrusted, "mine")).toMatchObject({ ok: true, overrode: "local" });
    expect(newRole(untrusted, "tester")).toMatchObject({ ok: true, overrode: "merged" });
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
    expect(newRole(places, "writer", "p")).toEqual({ ok: true, file });
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
    expect(newRole(places, "constructor", "p")).toEqual({ ok: true, file });
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
});
