import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { consumerManifest, entriesOf, typedFiles } from "./consumer.ts";
import { checkContents, type PackedFile, readTarball, type Tarball } from "./tarball.ts";

const place = mkdtempSync(join(tmpdir(), "polyglav-tarball-"));
afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

const ROOT = "/srv/polyglav";
const PLACES = [`${ROOT}/`, "/src", String.raw`C:\build\polyglav`];
const tarball = (...files: readonly PackedFile[]): Tarball => ({
  files: [
    { path: "package.json", text: "{}" },
    { path: "README.md", text: "" },
    { path: "LICENSE", text: "" },
    { path: "dist/index.js", text: "" },
    ...files,
  ],
  manifest: { ...readManifest('{"name":"@polyglav/a"}') },
});

function readManifest(text: string): Tarball["manifest"] {
  const folder = mkdtempSync(join(place, "m-"));
  mkdirSync(join(folder, "package"));
  writeFileSync(join(folder, "package/package.json"), text);
  execFileSync("tar", ["-czf", "a.tgz", "package"], { cwd: folder });
  return readTarball(readFileSync(join(folder, "a.tgz"))).manifest;
}

const complaints = (...files: readonly PackedFile[]): readonly string[] =>
  checkContents("packages/a", tarball(...files), PLACES).map(({ file, message }) => `${file}: ${message}`);

describe("readTarball()", () => {
  it("reads names of any length and texts of any size", () => {
    const long = `dist/${"deep/".repeat(40)}${"x".repeat(120)}.js`;
    const texts: Readonly<Record<string, string>> = {
      "package.json": '{"name":"@polyglav/a","version":"1.2.3"}',
      "dist/empty.js": "",
      "dist/block.js": "x".repeat(512),
      "dist/größe.js": "ü".repeat(700),
      [long]: "deep",
    };
    const folder = mkdtempSync(join(place, "t-"));
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, "package", path)), { recursive: true });
      writeFileSync(join(folder, "package", path), text);
    }
    for (const format of ["pax", "gnu"]) {
      execFileSync("tar", [`--format=${format}`, "-czf", "a.tgz", "package"], { cwd: folder });
      const { files, manifest } = readTarball(readFileSync(join(folder, "a.tgz")));
      expect(Object.fromEntries(files.map(({ path, text }) => [path, text]))).toEqual(texts);
      expect(manifest).toMatchObject({ name: "@polyglav/a", version: "1.2.3" });
    }
  });
});

describe("checkContents()", () => {
  it("is content with the build and the documents", () => {
    expect(
      complaints(
        { path: "dist/file/index.d.cts", text: "x" },
        { path: "CHANGELOG.md", text: "x" },
        { path: "dist/THIRD-PARTY.txt", text: "x" },
      ),
    ).toEqual([]);
  });

  it("stops sources, tests and anything else", () => {
    for (const path of [
      "src/a.ts",
      "dist/a.test.js",
      "dist/a.ts",
      "dist/a.js.map",
      "laws/a.laws.test.ts",
      ".turbo/x.log",
    ]) {
      expect(complaints({ path, text: "" })).toEqual([
        `packages/a/${path}: Cannot pack this file: it is neither the build nor a document for users`,
      ]);
    }
  });

  it("misses what npm shows", () => {
    const bare: Tarball = { ...tarball(), files: [] };
    expect(checkContents("packages/a", bare, PLACES).map(({ file }) => file)).toEqual(
      ["package.json", "README.md", "LICENSE", "dist"].map((path) => `packages/a/${path}`),
    );
  });

  it("stops paths of this machine, however they are written", () => {
    for (const text of [`at ${ROOT}/packages/a`, `"file://${ROOT}/x"`, String.raw`"C:\\build\\polyglav\\x"`]) {
      expect(complaints({ path: "dist/a.js", text })).toHaveLength(1);
    }
    expect(complaints({ path: "dist/a.js", text: `the home of Ada is /home/ada, and /src is short` })).toEqual([]);
  });

  it("stops dependencies that only a workspace understands", () => {
    expect(complaints({ path: "package.json", text: '{"dependencies":{"a":"workspace:^"}}' })).toHaveLength(1);
  });
});

describe("the project of a user", () => {
  const dual = {
    path: "/t/a.tgz",
    files: [],
    manifest: readManifest(
      JSON.stringify({
        name: "@polyglav/a",
        exports: {
          ".": { import: "./a.js", require: "./a.cjs" },
          "./file": { import: "./b.js" },
          "./package.json": "./package.json",
        },
        peerDependencies: { zod: "^4.0.0", ai: "^7.0.0" },
        devDependencies: { zod: "4.6.7" },
      }),
    ),
  };

  it("depends on every tarball, and on the peers as they were built with", () => {
    expect(JSON.parse(consumerManifest([dual]))).toMatchObject({
      dependencies: { "@polyglav/a": "file:/t/a.tgz", zod: "4.6.7", ai: "^7.0.0" },
    });
  });

  it("loads every entry but package.json, with require where there is one", () => {
    expect(entriesOf(dual)).toEqual(["@polyglav/a", "@polyglav/a/file"]);
    expect([...typedFiles([dual]).keys()]).toEqual(["a.ts", "a.cts"]);
    expect(typedFiles([dual]).get("a.cts")).toContain('import e1 = require("@polyglav/a/file");');
  });
});
