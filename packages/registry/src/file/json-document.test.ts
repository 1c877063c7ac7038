import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileWith, folderWith } from "../../tests/folder.ts";
import { type JsonDocument, readJsonDocument } from "./index.ts";

const read = (file: string): JsonDocument => readJsonDocument(file, { layer: "local" });
const readText = (text: string | Uint8Array): JsonDocument => read(fileWith(text, "config.json"));
/** Each problem as a person sees it. */
const lines = ({ problems }: JsonDocument): readonly string[] =>
  problems.map(({ code, line, column, message }) => [line, column, code, message].filter(Boolean).join(" "));

describe("a JSON document", () => {
  it("may have comments, trailing commas, a byte order mark and any newlines", () => {
    const text = '\uFEFF// first\r\n{\r\n  /* second */ "a": [1, 2,],\r  "b": "//",\n}';
    const document = readText(text);
    expect(document.value).toEqual({ a: [1, 2], b: "//" });
    expect(document.problems).toEqual([]);
    expect(document.where(["a"])).toEqual({ file: document.file, line: 3, column: 16 });
    expect(document.where(["a", 1])).toEqual({ file: document.file, line: 3, column: 25 });
    expect(document.where(["b"])).toEqual({ file: document.file, line: 4, column: 3 });
  });

  it("says where the nearest thing is when a path leads to nothing", () => {
    const document = readText('{\n  "a": {\n    "b": 1\n  }\n}');
    expect(document.where(["a", "x", "y"])).toMatchObject({ line: 2, column: 3 });
    expect(document.where(["a", "b", 0])).toMatchObject({ line: 3, column: 5 });
    expect(document.where(["toString"])).toMatchObject({ line: 1, column: 1 });
    expect(document.where([])).toMatchObject({ line: 1, column: 1 });
    expect(readText('{\n"a": 1,\r"b": 2}').where(["b"])).toMatchObject({ line: 3, column: 1 });
  });

  it("is empty and readable when there is no file, and none is made", () => {
    const file = join(folderWith({}), "deep", "config.json");
    expect(read(file)).toMatchObject({ exists: false, readable: true, value: undefined, problems: [] });
    expect(read(file).where(["a"])).toEqual({ file });
    expect(existsSync(join(file, ".."))).toBe(false);
  });

  it("keeps what JavaScript treats specially as plain data", () => {
    const { value } = readText('{ "__proto__": { "admin": true }, "constructor": 1, "": 2 }');
    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true},"constructor":1,"":2}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it("keeps the last of repeated keys, and says on which lines they are", () => {
    const document = readText('{\n "a": 1,\n "b": { "c": 1,\n  "c": 2 },\n "a": 3,\n "a": 4\n}');
    expect(document.value).toEqual({ a: 4, b: { c: 2 } });
    expect(document.readable).toBe(true);
    expect(lines(document)).toMatchInlineSnapshot(`
      [
        "4 3 file/repeated-key Cannot use "c" on line 3 of "config.json": it is written again on line 4, and the last one counts",
        "5 2 file/repeated-key Cannot use "a" on line 2 of "config.json": it is written again on line 5, and the last one counts",
        "6 2 file/repeated-key Cannot use "a" on line 5 of "config.json": it is written again on line 6, and the last one counts",
      ]
    `);
    expect(document.where(["a"])).toMatchObject({ line: 6 });
  });
});

describe("a file that is not JSON", () => {
  it.each([
    ["a missing comma", '{\n  "a": 1\n  "b": 2\n}'],
    ["a cut file", '{ "a": [1, {"b": "tex'],
    ["single quotes", "{ 'a': 1 }"],
    ["two values", "{} {}"],
    ["a comma too many", "[1,,2]"],
    ["a bad escape", '"\\x"'],
    ["a control character", '"a\tb"'],
    ["nothing", ""],
    ["only a comment", "\n// later\n"],
    ["conflict markers", '{\n<<<<<<< HEAD\n "a": 1\n=======\n "a": 2\n>>>>>>> b\n}'],
  ])("because of %s is not readable, and each fault has its place", (_, text) => {
    const document = readText(text);
    expect(document).toMatchObject({ exists: true, readable: false, value: undefined });
    expect(document.problems.length).toBeGreaterThan(0);
    for (const problem of document.problems) {
      expect(problem).toMatchObject({ layer: "local", file: document.file, severity: "error" });
      expect(problem.line).toBeGreaterThan(0);
      expect(problem.column).toBeGreaterThan(0);
    }
  });

  it("gets all its faults reported at once", () => {
    expect(lines(readText('{\n  "a": 1\n  "b": tru,\n  "c" 3\n}'))).toMatchInlineSnapshot(`
      [
        "3 3 file/syntax Cannot read "config.json": a comma is missing",
        "3 8 file/syntax Cannot read "config.json": this is no JSON value",
        "3 11 file/syntax Cannot read "config.json": a value is missing",
        "4 7 file/syntax Cannot read "config.json": a colon is missing",
      ]
    `);
  });

  it("says so when it is empty, which is what a crash leaves of a file", () => {
    for (const text of ["", " \n", "// later\n"]) expect(readText(text).problems[0]?.code).toBe("file/empty");
  });

  it("is refused before it can exhaust the stack", () => {
    const deep = "[".repeat(200) + "]".repeat(200);
    expect(readText(deep).readable).toBe(true);
    expect(lines(readText(`\n[${deep}]`))).toMatchInlineSnapshot(`
      [
        "2 201 file/too-deep Cannot read "config.json": it is nested more than 200 levels deep",
      ]
    `);
    expect(readText("[".repeat(500_000)).readable).toBe(false);
    expect(readText(`[${"[{}],".repeat(1000)}]`).readable).toBe(true);
  });

  it("is refused when it is not UTF-8, with the line", () => {
    const latin1 = Buffer.from('{\n  "a": "ok \uFFFD",\n  "b": "caf\xe9"\n}', "utf8").toString("latin1");
    const bytes = Buffer.concat([
      Buffer.from('{\n  "a": "\uFFFD",\n  "b": "caf', "utf8"),
      Buffer.from([0xe9]),
      Buffer.from('"\n}'),
    ]);
    expect(lines(readText(bytes))).toMatchInlineSnapshot(`
      [
        "3 file/not-utf-8 Cannot read "config.json": it is not UTF-8",
      ]
    `);
    expect(readText(Buffer.from(`\uFEFF${latin1}`, "utf16le")).problems[0]?.code).toBe("file/not-utf-8");
  });
});

describe("a path that is not a file", () => {
  it("is not readable when it is a folder", () => {
    const folder = folderWith({});
    mkdirSync(join(folder, "config.json"));
    expect(lines(read(join(folder, "config.json")))).toMatchInlineSnapshot(`
      [
        "file/cannot-read Cannot read "config.json": it is a folder",
      ]
    `);
  });

  it("is not readable when it is a pipe, and nothing waits for it", () => {
    const file = join(folderWith({}), "config.json");
    execFileSync("mkfifo", [file]);
    expect(lines(read(file))).toMatchInlineSnapshot(`
      [
        "file/cannot-read Cannot read "config.json": it is not a regular file",
      ]
    `);
  });

  it("is not readable when it is a link that leads nowhere, for somebody meant a file to be there", () => {
    const folder = folderWith({});
    symlinkSync("nowhere", join(folder, "config.json"));
    symlinkSync("loop", join(folder, "loop"));
    expect(lines(read(join(folder, "config.json")))).toMatchInlineSnapshot(`
      [
        "file/cannot-read Cannot read "config.json": its symbolic link leads nowhere",
      ]
    `);
    expect(lines(read(join(folder, "loop")))).toMatchInlineSnapshot(`
      [
        "file/cannot-read Cannot read "loop": its symbolic links form a loop",
      ]
    `);
  });

  it("is missing, with a warning, when it leads through a file", () => {
    const document = read(join(fileWith("", "home"), ".config", "config.json"));
    expect(document).toMatchObject({ exists: false, readable: true });
    expect(document.problems).toMatchObject([{ code: "file/no-folder", severity: "warning" }]);
  });

  it("is not readable when the system does not take it", () => {
    expect(read("a\0b")).toMatchObject({ readable: false });
    expect(read(join(folderWith({}), "x".repeat(5000)))).toMatchObject({ readable: false });
  });
});
