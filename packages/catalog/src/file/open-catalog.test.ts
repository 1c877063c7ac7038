import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCatalog, stampCatalog } from "./open-catalog.ts";
import { type CatalogPlaces } from "./places.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "open-"));
  mkdirSync(join(root, "work"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const places = (more: Partial<CatalogPlaces> = {}): CatalogPlaces => ({
  cwd: join(root, "work"),
  home: join(root, "home"),
  env: { POLYGLAV_POLICY: join(root, "policy.json") },
  systemPolicy: join(root, "system.json"),
  config: "flag.json",
  trust: true,
  ...more,
});
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

describe("stampCatalog()", () => {
  it.each([
    "policy.json",
    "system.json",
    "work/flag.json",
    ...["work/.polyglav", "home/.config/polyglav"].flatMap((folder) =>
      ["config.json", "role_config.yaml", "roles.json", "teams.json", "skills/a.md", "skills/b/SKILL.md"].map(
        (name) => `${folder}/${name}`,
      ),
    ),
    ...["work/.replio", "home/.config/replio"].flatMap((folder) =>
      ["types.json", "roles.json", "skills/a.md"].map((name) => `${folder}/${name}`),
    ),
  ])("is another when %s is made, changed or removed", (path) => {
    const seen = [stampCatalog(places())];
    write(path, "{}");
    seen.push(stampCatalog(places()));
    write(path, '{ "a": 1 }');
    seen.push(stampCatalog(places()));
    rmSync(join(root, path));
    seen.push(stampCatalog(places()));
    expect(new Set(seen.slice(0, 3)).size).toBe(3);
    expect(seen[3]).not.toBe(seen[2]);
    expect(stampCatalog(places())).toBe(seen[3]);
  });

  it("does not look at a local folder that is left out", () => {
    const before = stampCatalog(places({ noLocal: true }));
    write("work/.polyglav/roles.json", "{}");
    expect(stampCatalog(places({ noLocal: true }))).toBe(before);
  });
});

describe("openCatalog()", () => {
  it("reads again what was edited, and fails closed while it is broken", () => {
    const { config, ...rest } = places({ env: {} });
    const live = openCatalog(rest);
    const first = live.current();
    expect(live.refresh().changed).toBe(false);
    expect(live.current()).toBe(first);
    write("work/.polyglav/roles.json", '{ "poet": {} }');
    expect(live.refresh().names.roles).toEqual(["poet"]);
    write("work/.polyglav/roles.json", '{ "poet": {');
    expect(live.refresh().changed).toBe(true);
    expect(live.current().faults).not.toEqual([]);
    write("work/.polyglav/roles.json", "{}");
    live.refresh();
    expect(live.current().faults).toEqual([]);
    expect(live.version()).toBe(3);
  });
});
