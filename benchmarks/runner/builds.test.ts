import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildOf, stateOfBuilds } from "./builds.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "polyglav-builds-"));
  for (const folder of ["src", "dist"]) mkdirSync(join(root, "packages/one", folder), { recursive: true });
  const exported = { ".": { import: { default: "./dist/index.js" } }, "./shell": { default: "./dist/shell.js" } };
  writeFileSync(join(root, "packages/one/package.json"), JSON.stringify({ exports: exported }));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const write = (file: string, second: number): void => {
  writeFileSync(join(root, "packages/one", file), "");
  utimesSync(join(root, "packages/one", file), second, second);
};

test("a name means the file that the package exports under it", () => {
  write("dist/index.js", 1);
  write("dist/shell.js", 1);
  expect(buildOf(root, "@polyglav/one")).toBe(join(root, "packages/one/dist/index.js"));
  expect(buildOf(root, "@polyglav/one/shell")).toBe(join(root, "packages/one/dist/shell.js"));
});

test.each(["@polyglav/one/toString", "@polyglav/two", "@polyglav/"])("%s, which nobody exports, is refused", (name) => {
  expect(() => buildOf(root, name)).toThrow(`Cannot find "${name}"`);
});

test("an export without its file is a build that is missing", () => {
  expect(() => buildOf(root, "@polyglav/one")).toThrow("run npm run build");
});

test("a build is missing, or older than its sources, or good", () => {
  write("src/index.ts", 20);
  expect(stateOfBuilds(root, ["one", "two"])).toEqual({ missing: ["one", "two"], stale: [] });
  write("dist/index.js", 10);
  expect(stateOfBuilds(root, ["one"])).toEqual({ missing: [], stale: ["one"] });
  write("dist/index.js", 30);
  write("src/index.test.ts", 40);
  expect(stateOfBuilds(root, ["one"])).toEqual({ missing: [], stale: [] });
});
