import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { resolveModel } from "../model-ref.ts";
import { loadCatalog } from "./load-catalog.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "role-config-"));
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
const global = (name: string, text: string) => write(`home/.config/polyglav/${name}`, text);

describe("role_config.yaml", () => {
  it("gives aliases under those of the config beside it, each with its place", () => {
    const yaml = global("role_config.yaml", "model_aliases:\n  fast: local/small\n  smart: local/old\n");
    const json = global(
      "config.json",
      '{\n  "providers": { "local": {} },\n  "model_aliases": { "smart": "local/new" }\n}\n',
    );
    const { config, settings, problems } = load();
    expect([...config.model_aliases]).toEqual([
      ["fast", "local/small"],
      ["smart", "local/new"],
    ]);
    expect(resolveModel("fast", { config }).ref).toBe("local/small");
    const keys = settings.explain("config")?.fields.model_aliases?.keys;
    expect(keys?.fast?.from).toMatchObject({ layer: "global", file: yaml, line: 2 });
    expect(keys?.smart?.from).toMatchObject({ layer: "global", file: json, line: 3 });
    expect(problems).toEqual([]);
  });

  it("works without a config, and in a trusted folder over the user's", () => {
    global("role_config.yaml", "model_aliases: { a: x/1, b: x/2 }\n");
    write("work/.polyglav/role_config.yaml", "model_aliases: { b: y/2 }\n");
    const map = (trust: boolean) => Object.fromEntries(load(trust).config.model_aliases);
    expect(map(true)).toEqual({ a: "x/1", b: "y/2" });
    expect(map(false)).toEqual({ a: "x/1", b: "x/2" });
    expect(load(false).withheld.map(({ field }) => field)).toEqual(["model_aliases"]);
  });

  it("takes nothing down when it is wrong, nor when the config is", () => {
    const file = global("role_config.yaml", "model_aliases:\n  - a\n  b: x/y\n");
    expect(load().problems).toMatchObject([
      { code: "config/unread-alias", severity: "warning", layer: "global", file, line: 2 },
    ]);
    expect(load().faults).toEqual([]);
    global("config.json", '{ "model_aliases": 5 }');
    expect([...load().config.model_aliases]).toEqual([]);
    expect(
      load()
        .problems.map(({ code }) => code)
        .sort(),
    ).toEqual(["config/unread-alias", "config/wrong-type"]);
  });

  it("may be a folder", () => {
    mkdirSync(join(root, "home/.config/polyglav/role_config.yaml"), { recursive: true });
    expect(load().problems).toMatchObject([{ code: "config/unread-alias", severity: "warning" }]);
  });
});
