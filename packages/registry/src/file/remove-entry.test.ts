import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileWith, folderWith } from "../../tests/folder.ts";
import { type EditResult, putEntry, readJsonLayer, removeEntry } from "./index.ts";

const remove = (file: string, name: string): EditResult => removeEntry(file, name, { layer: "local" });

function removed(text: string, name: string): string {
  const file = fileWith(text);
  expect(remove(file, name)).toEqual({ ok: true, file, changed: true });
  expect(readJsonLayer(file, { layer: "local" }).entries.has(name)).toBe(false);
  return readFileSync(file, "utf8");
}

describe("removeEntry()", () => {
  it("removes an entry or a tombstone, with its comma, and nothing else", () => {
    const text = '{ // ours\n  "a": { "x": 1 }, // one\n  // two\n  "b": null\n}\n';
    expect(removed(text, "a")).toBe('{ // ours\n  // two\n  "b": null\n}\n');
    expect(removed(text, "b")).toBe('{ // ours\n  "a": { "x": 1 } // one\n  // two\n}\n');
  });

  it("removes the item of a list by its name", () => {
    const text = '[\n  { "name": "a" }, // one\n  "no entry",\n  { "name": "b" }\n]\n';
    expect(removed(text, "a")).toBe('[\n  "no entry",\n  { "name": "b" }\n]\n');
    expect(removed(text, "b")).toBe('[\n  { "name": "a" }, // one\n  "no entry"\n]\n');
  });

  it("leaves none of repeated ones, for the one before would come to count", () => {
    expect(removed('{\n  "a": {},\n  "b": {},\n  "a": {}\n}', "a")).toBe('{\n  "b": {}\n}');
    expect(removed('[{ "name": "a" }, { "name": "b" }, { "name": "a" }]', "a")).toBe('[{ "name": "b" }]');
  });

  it("changes nothing when the entry, the file or its folder is not there", () => {
    for (const text of ["{}", "[]", '{ "b": {} }', '[{ "name": "" }, { "name": 1 }]']) {
      for (const name of ["a", "toString", "__proto__", "", "0", "length"]) {
        const file = fileWith(text);
        expect(remove(file, name)).toEqual({ ok: true, file, changed: false });
        expect(readFileSync(file, "utf8")).toBe(text);
      }
    }
    const file = join(folderWith({}), "deep", "roles.json");
    expect(remove(file, "a")).toEqual({ ok: true, file, changed: false });
    expect(existsSync(dirname(file))).toBe(false);
  });

  it("takes back what was put", () => {
    for (const name of ["a", "__proto__", "constructor", 'x "y"']) {
      const text = '{\n  // kept\n  "b": {}\n}\n';
      const file = fileWith(text);
      putEntry(file, name, { x: 1 }, { layer: "local" });
      expect(remove(file, name)).toMatchObject({ ok: true, changed: true });
      expect(readFileSync(file, "utf8")).toBe(text);
    }
  });

  it("refuses a file that could not be read, and names the entry", () => {
    const file = fileWith("{");
    expect(remove(file, "a")).toMatchObject({ ok: false, problem: { code: "file/not-written", name: "a", line: 1 } });
    expect(readFileSync(file, "utf8")).toBe("{");
  });
});
