import { describe, expect, it } from "vitest";
import { fileWith } from "../../tests/folder.ts";
import { createRegistry } from "../index.ts";
import { type Check, type JsonLayer, readJsonLayer } from "./index.ts";

const read = (text: string): JsonLayer<Readonly<Record<string, unknown>>> =>
  readJsonLayer(fileWith(text), { layer: "local" });
const lines = ({ problems }: JsonLayer<unknown>): readonly string[] =>
  problems.map(({ line, column, code, name, field, message }) =>
    [`${line}:${column}`, code, `(${name}.${field})`, message].join(" "),
  );

describe("a layer in a file", () => {
  it("is an object keyed by name, null being a tombstone", () => {
    const layer = read('{\n  "a": { "model": "m" },\n  "b": null,\n  "": {}\n}');
    expect([...layer.entries]).toEqual([
      ["a", { model: "m" }],
      ["b", null],
      ["", {}],
    ]);
    expect(layer).toMatchObject({ exists: true, readable: true, shape: "object", problems: [] });
  });

  it("is a list of objects that each have a name", () => {
    const layer = read('[\n  { "name": "a", "model": "m" },\n  { "model": "n", "name": "b" }\n]');
    expect([...layer.entries]).toEqual([
      ["a", { model: "m" }],
      ["b", { model: "n" }],
    ]);
    expect(layer.shape).toBe("array");
    expect(layer.where("b")).toEqual({ file: layer.file, line: 3, column: 3 });
    expect(layer.where("b", "model")).toEqual({ file: layer.file, line: 3, column: 5 });
  });

  it("knows the place of each entry, field and key, and of none that it does not have", () => {
    const layer = read('{\n  "a": {\n    "carve": {\n      "bash": "ask"\n    }\n  }\n}');
    expect(layer.where("a")).toMatchObject({ line: 2, column: 3 });
    expect(layer.where("a", "carve")).toMatchObject({ line: 3, column: 5 });
    expect(layer.where("a", "carve", "bash")).toMatchObject({ line: 4, column: 7 });
    expect(layer.where("toString")).toBeUndefined();
  });

  it("goes into a registry, which then explains with file, line and column", () => {
    const layer = read('{\n  "a": {\n    "carve": { "bash": "ask",\n      "edit": "deny" }\n  }\n}');
    const registry = createRegistry<Record<string, unknown>>({ layers: ["local"], rules: { carve: "merge" } });
    registry.set("local", layer);
    expect(registry.explain("a")?.fields.carve?.keys?.edit?.from).toEqual({
      layer: "local",
      file: layer.file,
      line: 4,
      column: 7,
    });
  });

  it("is no layer when it is neither an object nor a list", () => {
    for (const text of ["42", '"roles"', "null", "true"]) {
      const layer = read(text);
      expect(layer).toMatchObject({ exists: true, readable: false });
      expect(layer.problems.map(({ code }) => code)).toEqual(["file/not-a-layer"]);
      expect(layer.entries.size).toBe(0);
    }
  });

  it("has no entries at all after a fault of syntax, for nobody knows what it meant to forbid", () => {
    const layer = read('{ "a": { "model": "m" }, "b": { ');
    expect(layer.readable).toBe(false);
    expect(layer.entries.size).toBe(0);
    expect(layer.where("a")).toBeUndefined();
  });
});

describe("one bad entry", () => {
  it("of an object is left out with its place, and the others stay", () => {
    const layer = read('{\n  "a": 42,\n  "b": { "name": "c" },\n  "d": [],\n  "e": { "name": "e" }\n}');
    expect([...layer.entries]).toEqual([
      ["b", {}],
      ["e", {}],
    ]);
    expect(lines(layer)).toMatchInlineSnapshot(`
      [
        "2:3 file/not-an-entry (a.undefined) Cannot use entry "a": it is neither an object nor null",
        "3:10 file/name-in-entry (b.name) Cannot rename entry "b" by its field "name": the key is the name",
        "4:3 file/not-an-entry (d.undefined) Cannot use entry "d": it is neither an object nor null",
      ]
    `);
  });

  it("of a list is left out with its place, and the others stay", () => {
    const layer = read(
      '[\n  "a",\n  { "model": "m" },\n  { "name": "" },\n  { "name": 3 },\n  null,\n  { "name": "b" }\n]',
    );
    expect([...layer.entries.keys()]).toEqual(["b"]);
    expect(lines(layer)).toMatchInlineSnapshot(`
      [
        "2:3 file/not-an-entry (undefined.undefined) Cannot use item 1 of "roles.json": it is not an object",
        "3:3 file/entry-without-name (undefined.undefined) Cannot use item 2 of "roles.json": it has no name",
        "4:3 file/entry-without-name (undefined.undefined) Cannot use item 3 of "roles.json": it has no name",
        "5:3 file/entry-without-name (undefined.undefined) Cannot use item 4 of "roles.json": it has no name",
        "6:3 file/not-an-entry (undefined.undefined) Cannot use item 5 of "roles.json": it is not an object",
      ]
    `);
  });

  it("loses to a later one of the same name, and both lines are named", () => {
    const object = read('{\n  "a": { "x": 1 },\n  "a": { "x": 2,\n    "x": 3 }\n}');
    expect(object.entries.get("a")).toEqual({ x: 3 });
    expect(lines(object)).toMatchInlineSnapshot(`
      [
        "3:3 file/repeated-key (a.undefined) Cannot use "a" on line 2 of "roles.json": it is written again on line 3, and the last one counts",
        "4:5 file/repeated-key (a.x) Cannot use "x" on line 3 of "roles.json": it is written again on line 4, and the last one counts",
      ]
    `);
    const list = read('[\n  { "name": "a", "x": 1 },\n  { "name": "a", "x": 2,\n    "x": 3 }\n]');
    expect(list.entries.get("a")).toEqual({ x: 3 });
    expect(lines(list)).toMatchInlineSnapshot(`
      [
        "3:3 file/repeated-key (a.undefined) Cannot use "a" on line 2 of "roles.json": it is written again on line 3, and the last one counts",
        "4:5 file/repeated-key (a.x) Cannot use "x" on line 3 of "roles.json": it is written again on line 4, and the last one counts",
      ]
    `);
  });
});

describe("a check", () => {
  const check: Check<{ model: string }> = (_, { model, ...others }) => {
    const unknown = Object.keys(others).map((field) => ({
      code: "role/unknown-field",
      severity: "warning" as const,
      message: `Cannot use field "${field}": roles do not have it`,
      path: [field],
    }));
    if (typeof model === "string") return { value: { model }, problems: unknown };
    const problem = { code: "role/no-model", severity: "error", message: "Cannot use role: no model" } as const;
    return { value: undefined, problems: [...unknown, problem] };
  };

  it("decides what the layer says, and its findings get place, name and field", () => {
    const layer = readJsonLayer(
      fileWith('{\n  "a": { "model": "m",\n    "modle": "n" },\n  "b": {},\n  "c": null\n}'),
      {
        layer: "local",
        check,
      },
    );
    expect([...layer.entries]).toEqual([
      ["a", { model: "m" }],
      ["c", null],
    ]);
    expect(lines(layer)).toMatchInlineSnapshot(`
      [
        "3:5 role/unknown-field (a.modle) Cannot use field "modle": roles do not have it",
        "4:3 role/no-model (b.undefined) Cannot use role: no model",
      ]
    `);
    expect(layer.problems[0]).toMatchObject({ layer: "local", file: layer.file, severity: "warning" });
  });

  it("can point deep into an entry of a list", () => {
    const layer = readJsonLayer(fileWith('[\n  { "name": "a", "limits": {\n    "steps": -1 } }\n]'), {
      layer: "local",
      check: (_, value) => ({
        value,
        problems: [{ code: "x/y", severity: "error", message: "Cannot", path: ["limits", "steps"] }],
      }),
    });
    expect(layer.problems).toMatchObject([{ line: 3, column: 5, name: "a", field: "limits" }]);
  });
});
