import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileWith, folderWith } from "../../tests/folder.ts";
import { putEntry, type PutResult } from "./index.ts";

const put = (file: string, name: string, patch: Record<string, unknown>): PutResult =>
  putEntry(file, name, patch, { layer: "local" });

/** What a text becomes when an entry is put into it. */
function edit(text: string, name: string, patch: Record<string, unknown>): string {
  const file = fileWith(text);
  expect(put(file, name, patch)).toMatchObject({ ok: true, file });
  return readFileSync(file, "utf8");
}

describe("putEntry()", () => {
  it("creates the file and its folders", () => {
    const file = join(folderWith({}), ".polyglav", "deep", "roles.json");
    expect(put(file, "a", { model: "m", tags: [] })).toEqual({ ok: true, file, previous: false });
    expect(readFileSync(file, "utf8")).toMatchInlineSnapshot(`
      "{
        "a": {
          "model": "m",
          "tags": []
        }
      }
      "
    `);
  });

  it("adds an entry after the others and keeps every byte that was there", () => {
    const text =
      '// roles of this project\n{\n\t/* first */ "a": { "x":1 }, // one\n\n\t"b" : null // two\n\t// end\n}\n';
    expect(edit(text, "c", { model: "m" })).toBe(
      '// roles of this project\n{\n\t/* first */ "a": { "x":1 }, // one\n\n\t"b" : null, // two\n\t// end\n\t"c": {\n\t\t"model": "m"\n\t}\n}\n',
    );
  });

  it("keeps newlines, a byte order mark and a trailing comma as they are", () => {
    expect(edit('\uFEFF{\r\n    "a": {},\r\n}', "b", { x: 1 })).toBe(
      '\uFEFF{\r\n    "a": {},\r\n    "b": {\r\n        "x": 1\r\n    },\r\n}',
    );
  });

  it("stays on one line where the file does", () => {
    expect(edit('{"a": {}}', "b", { x: [1] })).toBe('{"a": {}, "b": {"x":[1]}}');
    expect(edit('{ "a": {}, /* c */ }\n', "b", {})).toBe('{ "a": {}, /* c */ "b": {}, }\n');
    expect(edit('{ "a": {} /* c */ }\n', "b", {})).toBe('{ "a": {}, /* c */ "b": {} }\n');
    expect(edit('{ "a": {}, "b": 1 }', "a", { x: 1 })).toBe('{ "a": {"x":1}, "b": 1 }');
  });

  it("fills an empty object, whatever is around and in it", () => {
    expect(edit("{}", "a", {})).toBe('{\n  "a": {}\n}');
    expect(edit("// none\n{ \n}\n", "a", {})).toBe('// none\n{\n  "a": {}\n}\n');
    expect(edit("{\n  // none yet\n}\n", "a", {})).toBe('{\n  // none yet\n  "a": {}\n}\n');
    expect(edit("[]", "a", {})).toBe('[\n  {\n    "name": "a"\n  }\n]');
  });

  it("replaces an entry whole where it stands", () => {
    const text = '{\n  "a": {\n    "x": 1 // gone with the entry\n  }, // stays\n  "b": 42\n}\n';
    const file = fileWith(text);
    expect(put(file, "a", { y: [1, 2] })).toEqual({ ok: true, file, previous: true });
    expect(readFileSync(file, "utf8")).toBe(
      '{\n  "a": {\n    "y": [\n      1,\n      2\n    ]\n  }, // stays\n  "b": 42\n}\n',
    );
  });

  it("changes the last of repeated keys, which is the one that readers take", () => {
    expect(edit('{\n  "a": { "x": 1 },\n  "a": { "x": 2 }\n}', "a", {})).toBe('{\n  "a": { "x": 1 },\n  "a": {}\n}');
  });

  it("puts an item with its name into a list, or replaces the one that is there", () => {
    const text = '[\n  { "name": "a" }, // one\n  { "name": "b" }\n]\n';
    expect(edit(text, "c", { x: 1 })).toBe(
      '[\n  { "name": "a" }, // one\n  { "name": "b" },\n  {\n    "name": "c",\n    "x": 1\n  }\n]\n',
    );
    expect(edit(text, "a", { name: "z", x: "two\nlines" })).toBe(
      '[\n  {\n    "name": "a",\n    "x": "two\\nlines"\n  }, // one\n  { "name": "b" }\n]\n',
    );
  });

  it("writes names that JavaScript treats specially like all others", () => {
    for (const name of ["__proto__", "constructor", "toString", "", 'a "b"\n', "\ud800"]) {
      const file = fileWith("{}");
      put(file, name, { x: 1 });
      put(file, name, { y: 2 });
      expect(JSON.stringify(JSON.parse(readFileSync(file, "utf8")))).toBe(`{${JSON.stringify(name)}:{"y":2}}`);
    }
  });

  it("writes through a symbolic link and keeps the mode", () => {
    const folder = folderWith({ "dotfiles/roles.json": "{}", "home/.keep": "" });
    const [link, target] = [join(folder, "home", "roles.json"), join(folder, "dotfiles", "roles.json")];
    symlinkSync("../dotfiles/roles.json", link);
    chmodSync(target, 0o600);
    expect(put(link, "a", {})).toMatchObject({ ok: true, file: link });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toContain('"a"');
    expect(statSync(target).mode & 0o777).toBe(0o600);
    chmodSync(target, 0o666);
    put(link, "b", {});
    expect(statSync(target).mode & 0o777).toBe(0o666);
    expect(readdirSync(dirname(target))).toEqual(["roles.json"]);
  });

  it("refuses a file that could not be read, and does not touch it", () => {
    const text = '{\n  "a": {}\n  "b": {}\n}';
    const file = fileWith(text);
    const before = statSync(file);
    expect(put(file, "c", {})).toMatchInlineSnapshot(
      { problem: { file: expect.any(String) as string } },
      `
      {
        "ok": false,
        "problem": {
          "code": "file/not-written",
          "column": 3,
          "file": Any<String>,
          "hint": "Mend this first: Cannot read "roles.json": a comma is missing",
          "layer": "local",
          "line": 3,
          "message": "Cannot write "roles.json": it could not be read, so it stays as it is",
          "name": "c",
          "severity": "error",
        },
      }
    `,
    );
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(statSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });

  it("refuses what is no layer, and a list item without a name", () => {
    expect(put(fileWith("42"), "a", {})).toMatchObject({ ok: false, problem: { code: "file/not-written" } });
    expect(put(fileWith("[]"), "", {})).toMatchObject({ ok: false, problem: { code: "file/not-written" } });
  });

  it("gives a problem when the disk does not take it, and leaves nothing behind", () => {
    const file = join(fileWith("", "plain"), "roles.json");
    expect(put(file, "a", {})).toMatchInlineSnapshot(
      { problem: { file: expect.any(String) as string } },
      `
      {
        "ok": false,
        "problem": {
          "code": "file/cannot-write",
          "file": Any<String>,
          "layer": "local",
          "message": "Cannot write "roles.json": a part of its path is not a folder",
          "name": "a",
          "severity": "error",
        },
      }
    `,
    );
    const folder = folderWith({});
    const long = join(folder, "x".repeat(300));
    expect(put(long, "a", {})).toMatchObject({ ok: false });
    expect(put(`${folder}/as-a-folder/`, "a", {})).toMatchObject({ ok: false, problem: { code: "file/cannot-write" } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)("does not replace a file that its owner made read-only", () => {
    const file = fileWith("{}");
    chmodSync(file, 0o444);
    expect(put(file, "a", {})).toMatchObject({ ok: false, problem: { code: "file/cannot-write" } });
    expect(readFileSync(file, "utf8")).toBe("{}");
  });

  it("throws for what JSON cannot say, before it touches anything", () => {
    const file = join(folderWith({}), "new", "roles.json");
    expect(() => put(file, "a", { big: 1n })).toThrow(TypeError);
    expect(existsSync(dirname(file))).toBe(false);
    mkdirSync(dirname(file));
  });
});
