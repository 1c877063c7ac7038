import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { environmentOf, findNpm } from "./npm.ts";

const place = realpathSync(mkdtempSync(join(tmpdir(), "polyglav npm ")));
afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

const script = join(place, "lib/npm/bin/npm-cli.js");
mkdirSync(join(place, "lib/npm/bin"), { recursive: true });
mkdirSync(join(place, "bin"));
mkdirSync(join(place, "empty"));
writeFileSync(script, "");
symlinkSync(script, join(place, "bin/npm"));

describe("findNpm()", () => {
  it("takes the npm that runs this", () => {
    expect(findNpm({ npm_execpath: script, PATH: "" })).toBe(script);
  });

  it("looks on the path when another tool runs this, or nobody does", () => {
    const path = [join(place, "empty"), "", join(place, "bin")].join(delimiter);
    expect(findNpm({ PATH: path })).toBe(script);
    expect(findNpm({ npm_execpath: join(place, "pnpm.cjs"), PATH: path })).toBe(script);
  });

  it("says so when there is none", () => {
    expect(() => findNpm({ PATH: join(place, "empty") })).toThrow("Cannot find npm: it is not on the path");
  });
});

describe("environmentOf()", () => {
  it("puts the wanted Node first, and keeps npm away from the user's own files", () => {
    const env = environmentOf({ script, cache: "/c", home: "/h" }, { name: "Node 22", node: "/n/bin/node" });
    expect(env.PATH).toMatch(new RegExp(`^/n/bin${delimiter}`));
    expect(env).toMatchObject({ HOME: "/h", npm_config_cache: "/c" });
  });
});
