import { describe, expect, it } from "vitest";
import { reportLines } from "../finding.ts";
import { parseManifest } from "../workspace.ts";
import type { Allowance } from "./arrows.ts";
import { drawGraph } from "./graph.ts";
import { importsOf } from "./imports.ts";
import { checkMembers, type Member } from "./rules.ts";

const PURE: Allowance = { ours: [], others: [], node: "in its folders" };
const ALLOWED: Readonly<Record<string, Allowance>> = {
  "packages/low": PURE,
  "packages/mid": { ...PURE, ours: ["low"], others: ["zod"], bundles: ["tiny"] },
  "packages/top": { ours: "*", others: "*", node: "everywhere", bundles: "*" },
};

/** A package with files given as text. `manifest` is added to a plain package.json. */
function member(name: string, files: Readonly<Record<string, string>>, manifest: object = {}): Member {
  const exports = { ".": "./a.js", "./file": "./b.js", "./gate": "./c.js", "./package.json": "./package.json" };
  return {
    folder: `packages/${name}`,
    manifest: parseManifest(JSON.stringify({ name: `@polyglav/${name}`, version: "1.0.0", exports, ...manifest })),
    files: Object.entries(files).map(([path, text]) => ({ path, imports: importsOf(path, text) })),
  };
}

const low = (text = "", path = "src/a.ts"): Member => member("low", { [path]: text });
const mid = (text: string, path = "src/a.ts", manifest: object = { dependencies: { "@polyglav/low": "^1" } }): Member =>
  member("mid", { "src/uses-low.ts": 'import "@polyglav/low";', [path]: text }, manifest);
const check = (...members: readonly Member[]): readonly string[] =>
  reportLines(checkMembers(members, ALLOWED, ["vitest"]), "fine");

describe("arrows", () => {
  it("let a package import what it may and declares", () => {
    expect(check(low(), mid('import { low } from "@polyglav/low/gate";'))).toEqual(["fine"]);
  });

  it("stop an import against their direction", () => {
    expect(check(low('import type { X } from "@polyglav/mid";'), mid("")).join("\n")).toMatch(
      /^packages\/low\/src\/a.ts:1 .*no such arrow$/m,
    );
  });

  it("stop a declared dependency against their direction", () => {
    const upward = member("low", {}, { dependencies: { "@polyglav/mid": "^1" } });
    expect(check(upward, mid("")).join("\n")).toMatch(/low\/package.json {2}Cannot depend on "@polyglav\/mid"/);
  });

  it("stop an import that package.json does not declare", () => {
    expect(check(low(), mid("", "src/a.ts", {})).at(0)).toMatch(/does not declare it/);
  });

  it("stop a published package that leaves what it imports to devDependencies", () => {
    expect(check(low(), mid("", "src/a.ts", { devDependencies: { "@polyglav/low": "^1" } })).at(0)).toMatch(
      /does not declare it/,
    );
  });

  it("let a bundled package keep everything in devDependencies", () => {
    const top = member(
      "top",
      { "src/a.ts": 'import "@polyglav/low";' },
      { devDependencies: { "@polyglav/low": "^1" } },
    );
    expect(check(low(), top)).toEqual(["fine"]);
  });

  it("stop a dependency that nothing imports", () => {
    const idle = member("mid", { "src/a.ts": "" }, { dependencies: { "@polyglav/low": "^1" } });
    expect(check(low(), idle).at(0)).toMatch(/no file imports it/);
    const working = member("low", {}, { devDependencies: { "left-pad": "1.0.0" } });
    expect(check(working)).toEqual(["fine"]);
  });

  it("name every package of a circle", () => {
    const one = member("low", { "src/a.ts": 'import "@polyglav/mid";' });
    expect(check(one, mid("")).join("\n")).toContain("Cannot order the packages: low → mid → low");
  });

  it("refuse a package that nobody listed, whatever it is called", () => {
    const stray = { ...low(), folder: "constructor" };
    expect(check(stray).at(0)).toMatch(/arrows.ts does not list it/);
  });
});

describe("entries", () => {
  it("are the only way into another package", () => {
    expect(check(low(), mid('import "@polyglav/low/src/a.ts";')).at(0)).toMatch(/does not export "\.\/src\/a.ts"/);
    expect(check(low(), mid('import "../../low/src/a.ts";')).at(0)).toMatch(/outside of the package/);
    expect(check(low(), mid('import "@polyglav/gone";')).at(0)).toMatch(/no package of the workspace/);
  });

  it("do not keep tests from sharing their stand-ins", () => {
    expect(check(low(), mid('import "../../low/tests/server.ts";', "tests/a.test.ts"))).toEqual(["fine"]);
    expect(check(low(), mid('import "../../low/src/a.ts";', "tests/a.test.ts")).at(0)).toMatch(
      /outside of the package/,
    );
    expect(check(low(), mid('import "../../low/tests/server.ts";')).at(0)).toMatch(/outside of the package/);
  });

  it("are not for the package itself, save in its tests", () => {
    expect(check(low('import "@polyglav/low";')).at(0)).toMatch(/import the file instead/);
    expect(check(low('import "@polyglav/low";', "src/a.test.ts"))).toEqual(["fine"]);
  });
});

describe("Node", () => {
  it("is for folders called file or node, and for tests", () => {
    const text = 'import { readFileSync } from "node:fs";';
    expect(check(low(text)).at(0)).toMatch(/only files below a folder called "file" or "node"/);
    expect(check(low(text, "src/file/a.ts"))).toEqual(["fine"]);
    expect(check(low(text, "src/deep/node/a.ts"))).toEqual(["fine"]);
    expect(check(low(text, "src/a.test.ts"))).toEqual(["fine"]);
    expect(check(low(text, "laws/a.laws.test.ts"))).toEqual(["fine"]);
    expect(check(low(text, "src/profile/a.ts")).at(0)).toMatch(/only files below/);
  });

  it("is written with its prefix", () => {
    expect(check(low('import "fs";', "src/file/a.ts")).at(0)).toMatch(/write "node:fs"/);
  });

  it("does not get into a pure file by a detour", () => {
    expect(check(low('import "./file/a.ts";')).at(0)).toMatch(/it needs Node/);
    expect(check(low(), mid('import "@polyglav/low/file";')).at(0)).toMatch(/it needs Node/);
    expect(check(low(), mid('import type { X } from "@polyglav/low/file";'))).toEqual(["fine"]);
    expect(check(low(), mid('import "@polyglav/low/file";', "src/file/a.ts"))).toEqual(["fine"]);
  });
});

describe("packages of other people", () => {
  it("are listed beside the arrows", () => {
    expect(check(low(), mid('import "left-pad";')).at(0)).toMatch(/arrows.ts does not allow it here/);
    expect(check(low(), mid('import "constructor";')).at(0)).toMatch(/arrows.ts does not allow it here/);
  });

  it("are declared where they are used", () => {
    const declared = { dependencies: { "@polyglav/low": "^1" }, peerDependencies: { zod: "^4" } };
    expect(check(low(), mid('import "zod";')).at(0)).toMatch(/does not declare it/);
    expect(check(low(), mid('import "zod";', "src/a.ts", declared))).toEqual(["fine"]);
  });

  it("are declared for development only where the build puts them in", () => {
    const inside = { dependencies: { "@polyglav/low": "^1" }, devDependencies: { tiny: "1.0.0", zod: "4.0.0" } };
    expect(check(low(), mid('import "tiny";', "src/a.ts", inside))).toEqual(["fine"]);
    expect(check(low(), mid('import "zod";', "src/a.ts", inside)).at(0)).toMatch(/does not declare it/);
  });

  it("come from the root in tests", () => {
    expect(check(low('import "vitest";', "src/a.test.ts"))).toEqual(["fine"]);
    expect(check(low('import "vitest";')).at(0)).toMatch(/does not allow it here/);
  });
});

describe("drawGraph()", () => {
  it("draws every arrow once, lowest packages first", () => {
    const page = drawGraph([mid(""), low()]);
    expect(page).toContain('  low["@polyglav/low"]\n  mid["@polyglav/mid"]\n  mid --> low\n');
    const above = member("a-top", {}, { dependencies: { "@polyglav/mid": "^1" } });
    expect(drawGraph([above, mid(""), low()])).toContain("  a-top --> mid\n");
    expect(drawGraph([above, mid(""), low()])).toMatch(/low\[.*\n {2}mid\[.*\n {2}a-top\[/);
    expect(page).toContain("- `@polyglav/mid` imports `@polyglav/low`; further entries `/file`, `/gate`");
    expect(page).toContain("- `@polyglav/low` imports no package of ours");
  });
});
