import { describe, expect, it } from "vitest";
import { createRegistry, type LayerPart, type Patch, type Registry } from "./index.ts";

type Fields = Record<string, unknown>;

const registryOf = (): Registry<Fields> =>
  createRegistry<Fields>({ layers: ["shipped", "plugin", "user"], rules: { keys: "merge" } });

const part = (source: string, entries: Record<string, Patch<Fields> | null>): LayerPart<Fields> => ({
  source,
  entries: new Map(Object.entries(entries)),
  where: (name, field) => ({ file: [source, name, field].join("/") }),
});

describe("a layer in parts", () => {
  it("has the entries of all of them, each with its source", () => {
    const registry = registryOf();
    expect(registry.set("plugin", [part("a", { x: { color: "red" } }), part("b", { y: {} })])).toEqual([]);
    expect(registry.names()).toEqual(["x", "y"]);
    expect(registry.origin("x")).toBe("plugin");
    expect(registry.explain("x")?.fields.color?.from).toEqual([{ layer: "plugin", source: "a", file: "a/x/color" }]);
  });

  it("takes the whole entry of the later part, and shows what it replaces with its source", () => {
    const registry = registryOf();
    registry.set("shipped", { x: { color: "blue", size: 1, keys: { k: "shipped" } } });
    const problems = registry.set("plugin", [
      part("a", { x: { color: "red", shape: "round", keys: { k: "a", l: "a" } } }),
      part("b", { x: { color: "green", keys: { m: "b" } } }),
    ]);
    expect(problems).toEqual([
      {
        code: "registry/same-name",
        severity: "warning",
        message: 'Cannot use entry "x" of "a": "b" has one of that name, and comes later',
        layer: "plugin",
        source: "a",
        file: "a/x/",
        name: "x",
      },
    ]);
    expect(registry.get("x")).toEqual({ color: "green", size: 1, keys: { k: "shipped", m: "b" } });
    const fields = registry.explain("x")?.fields;
    expect(fields?.color?.shadowed).toEqual([
      { layer: "shipped", value: "blue" },
      { layer: "plugin", source: "a", file: "a/x/color", value: "red" },
    ]);
    expect(fields?.size?.shadowed).toEqual([]);
    expect(fields?.shape).toEqual({
      value: undefined,
      from: [{ layer: "plugin", source: "b", file: "b/x/" }],
      shadowed: [{ layer: "plugin", source: "a", file: "a/x/shape", value: "round" }],
    });
    expect(fields?.keys?.from.map(({ layer, source }) => [layer, source])).toEqual([
      ["shipped", undefined],
      ["plugin", "b"],
    ]);
    expect(fields?.keys?.keys?.k).toMatchObject({
      value: "shipped",
      from: { layer: "shipped" },
      shadowed: [{ source: "a", value: "a" }],
    });
    expect(fields?.keys?.keys?.l).toMatchObject({
      value: undefined,
      from: { source: "b" },
      shadowed: [{ source: "a", value: "a" }],
    });
    expect(fields?.keys?.keys?.m).toMatchObject({ value: "b", from: { source: "b" }, shadowed: [] });
  });

  it("keeps every part that loses, and lets one hide what another says", () => {
    const registry = registryOf();
    registry.set("shipped", { x: { color: "blue" } });
    registry.set("plugin", [
      part("a", { x: { color: "1" } }),
      part("b", { x: { color: "2" } }),
      part("c", { x: null }),
    ]);
    expect(registry.get("x")).toBeUndefined();
    expect(registry.explain("x")).toMatchObject({
      hiddenBy: { layer: "plugin", source: "c" },
      fields: { color: { value: undefined, shadowed: [{ value: "blue" }, { value: "1" }, { value: "2" }] } },
    });
  });

  it("leaves the winner to the order that is declared, and forgets a part that is not set again", () => {
    const registry = registryOf();
    const [a, b] = [part("a", { x: { color: "red" } }), part("b", { x: { color: "green" } })];
    registry.set("shipped", { x: { color: "blue" } });
    const told: string[][] = [];
    registry.subscribe((names) => told.push([...names]));
    registry.set("plugin", [b, a]);
    expect(registry.get("x")).toEqual({ color: "red" });
    registry.set("plugin", [b]);
    expect(registry.get("x")).toEqual({ color: "green" });
    expect(registry.problems()).toEqual([]);
    registry.set("plugin", []);
    expect(registry.get("x")).toEqual({ color: "blue" });
    expect(told).toEqual([["x"], ["x"], ["x"]]);
  });

  it("is told as changed when only a value that loses did, or only who says it", () => {
    const registry = registryOf();
    const told: string[][] = [];
    registry.subscribe((names) => told.push([...names]));
    registry.set("plugin", [part("a", { x: { color: "red" } }), part("b", { x: {} })]);
    registry.set("plugin", [part("a", { x: { color: "pink" } }), part("b", { x: {} })]);
    registry.set("plugin", [part("a", { x: { color: "pink" } }), part("c", { x: {} })]);
    registry.set("plugin", [part("a", { x: { color: "pink" } }), part("c", { x: {} })]);
    expect(told).toEqual([["x"], ["x"], ["x"]]);
  });

  it("gives way whole to what is put, and is gone when that is deleted", () => {
    const registry = registryOf();
    registry.set("plugin", [part("a", { x: { color: "red" } }), part("b", { x: {} })]);
    registry.put("plugin", "x", { size: 2 });
    expect(registry.explain("x")?.fields.color).toBeUndefined();
    expect(registry.problems()).toEqual([]);
    registry.delete("plugin", "x");
    expect(registry.has("x")).toBe(false);
  });
});

describe("data that is given away", () => {
  const owned = (text: string): Registry<Fields> => {
    const registry = registryOf();
    const entries = new Map(Object.entries(JSON.parse(text) as Record<string, Patch<Fields>>));
    registry.set("shipped", { entries, owned: true });
    return registry;
  };

  it("is read as if it were copied, tombstones and hostile keys included", () => {
    const text = '{"x":{"__proto__":{"a":[{}]},"color":null,"keys":{"k":null,"l":1}},"y":null,"z":{"list":[]}}';
    const copied = registryOf();
    copied.set("shipped", JSON.parse(text) as Record<string, Patch<Fields>>);
    expect(JSON.stringify([...owned(text).entries()])).toBe(JSON.stringify([...copied.entries()]));
    expect(owned(text).explain("x")).toEqual(copied.explain("x"));
  });

  it("is frozen all the way down once it is read", () => {
    const entry = owned('{"x":{"a":[{"b":{}}],"keys":{"k":{}}}}').get("x");
    const [first] = entry?.a as [{ readonly b: object }];
    expect([entry, entry?.a, first, first.b, entry?.keys].every(Object.isFrozen)).toBe(true);
  });
});
