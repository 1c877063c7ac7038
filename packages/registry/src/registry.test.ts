import { describe, expect, it } from "vitest";
import { createRegistry, type Registry } from "./index.ts";

interface Role {
  model: string;
  system_prompt: string;
  tags: string[];
  temperature: number;
  tool_permission: Record<string, string | null>;
  notes: string[];
}

const roles = (): Registry<Role> =>
  createRegistry<Role>({
    layers: ["bundled", "plugin", "global", "local"],
    rules: { tool_permission: "merge", notes: "append" },
  });

describe("a field", () => {
  it("is replaced whole by the next layer that writes it", () => {
    const registry = roles();
    registry.set("bundled", { r: { tags: ["a", "b", "c"], model: "m" } });
    registry.set("local", { r: { tags: ["d"] } });
    expect(registry.get("r")).toEqual({ tags: ["d"], model: "m" });
  });

  it("is not touched by undefined", () => {
    const registry = roles();
    registry.set("plugin", { r: { model: "m" } });
    registry.set("local", { r: { model: undefined } });
    expect(registry.get("r")).toEqual({ model: "m" });
    expect(registry.explain("r")?.fields.model?.from).toEqual([{ layer: "plugin" }]);
  });

  it("can be set to what is empty", () => {
    const registry = roles();
    registry.set("bundled", { r: { tags: ["a"], system_prompt: "p", temperature: 1, notes: ["n"] } });
    registry.set("local", { r: { tags: [], system_prompt: "", temperature: 0 } });
    expect(registry.get("r")).toEqual({ tags: [], system_prompt: "", temperature: 0, notes: ["n"] });
  });

  it("is taken away by null, and set again above that", () => {
    const registry = roles();
    registry.set("bundled", { r: { model: "m", tags: ["a"] } });
    registry.set("global", { r: { model: null } });
    expect(registry.get("r")).toEqual({ tags: ["a"] });
    registry.set("local", { r: { model: "n" } });
    expect(registry.get("r")).toEqual({ model: "n", tags: ["a"] });
  });

  it("with rule merge keeps the keys that a higher layer does not name, and drops those it sets to null", () => {
    const registry = roles();
    registry.set("bundled", { r: { tool_permission: { edit: "deny", bash: "allow" } } });
    registry.set("local", { r: { tool_permission: { read: "allow", bash: null } } });
    expect(registry.get("r")).toEqual({ tool_permission: { edit: "deny", read: "allow" } });
  });

  it("with rule merge starts anew above a null", () => {
    const registry = roles();
    registry.set("bundled", { r: { tool_permission: { edit: "deny" } } });
    registry.set("global", { r: { tool_permission: null } });
    registry.set("local", { r: { tool_permission: { read: "allow" } } });
    expect(registry.get("r")).toEqual({ tool_permission: { read: "allow" } });
  });

  it("with rule append puts the higher list after the lower one", () => {
    const registry = roles();
    registry.set("bundled", { r: { notes: ["a"] } });
    registry.set("local", { r: { notes: ["b", "a"] } });
    expect(registry.get("r")).toEqual({ notes: ["a", "b", "a"] });
  });
});

describe("an entry", () => {
  it("is hidden by null, and the lower layers do not show through what is set above", () => {
    const registry = roles();
    registry.set("bundled", { writer: { model: "m", tags: ["a"] } });
    registry.set("global", { writer: null });
    expect(registry.get("writer")).toBeUndefined();
    expect(registry.has("writer")).toBe(false);
    expect(registry.names()).toEqual([]);
    expect(registry.origin("writer")).toBeUndefined();
    registry.set("local", { writer: { tags: [] } });
    expect(registry.get("writer")).toEqual({ tags: [] });
    expect(registry.origin("writer")).toBe("local");
  });

  it("exists when a layer says nothing more about it", () => {
    const registry = roles();
    registry.set("local", { empty: {} });
    expect(registry.get("empty")).toEqual({});
  });

  it("comes from the one layer that defines it, or is merged", () => {
    const registry = roles();
    registry.set("bundled", { a: {}, b: {} });
    registry.set("local", { b: {}, c: {} });
    expect(["a", "b", "c", "d"].map((name) => registry.origin(name))).toEqual([
      "bundled",
      "merged",
      "local",
      undefined,
    ]);
  });

  it("is looked up exactly, and never found in a prototype", () => {
    const registry = roles();
    registry.set("local", { writer: {} });
    for (const name of ["Writer", " writer", "constructor", "toString", "__proto__", ""]) {
      expect(registry.get(name)).toBeUndefined();
      expect(registry.explain(name)).toBeUndefined();
    }
  });

  it("may have any name and any field", () => {
    const registry = createRegistry<Record<string, unknown>>({ layers: ["local"] });
    const hostile = '{"__proto__": {"__proto__": {"model": "x"}, "constructor": {"prototype": {"admin": 1}}}, "": {}}';
    registry.set("local", JSON.parse(hostile) as Record<string, Record<string, unknown>>);
    expect(registry.names()).toEqual(["", "__proto__"]);
    expect(registry.get("__proto__")?.model).toBeUndefined();
    expect(JSON.stringify(registry.get("__proto__"))).toBe(
      '{"__proto__":{"model":"x"},"constructor":{"prototype":{"admin":1}}}',
    );
    expect(Object.keys(registry.explain("__proto__")?.fields ?? {})).toEqual(["__proto__", "constructor"]);
    expect("admin" in {}).toBe(false);
  });
});

describe("set", () => {
  it("replaces all that the layer said before", () => {
    const registry = roles();
    registry.set("plugin", { a: { model: "m" } });
    registry.set("plugin", {});
    expect(registry.get("a")).toBeUndefined();
  });

  it("takes a map with places as it takes an object, also one with an entry called entries", () => {
    const registry = roles();
    registry.set("global", { entries: { model: "m" } });
    registry.set("local", {
      entries: new Map([["entries", { tags: ["a"] }]]),
      where: (_name, field) => (field === "tags" ? { file: "roles.json", line: 3, column: 5 } : { file: "roles.json" }),
    });
    expect(registry.get("entries")).toEqual({ model: "m", tags: ["a"] });
    expect(registry.explain("entries")?.fields.tags?.from).toEqual([
      { layer: "local", file: "roles.json", line: 3, column: 5 },
    ]);
  });

  it("keeps an entry the same object when a layer says the same again, and shows its new place", () => {
    const registry = roles();
    const entries = () => new Map([["a", { tool_permission: { bash: "ask" } }]]);
    registry.set("local", { entries: entries(), where: () => ({ line: 1 }) });
    const before = registry.get("a");
    registry.set("local", { entries: entries(), where: () => ({ line: 7 }) });
    expect(registry.get("a")).toBe(before);
    expect(registry.explain("a")?.fields.tool_permission?.from).toEqual([{ layer: "local", line: 7 }]);
  });

  it.each([
    ["a value", { x: 1 }, { x: 2 }],
    ["a field", { x: 1 }, { y: 1 }],
    ["the order of fields", { x: 1, y: 1 }, { y: 1, x: 1 }],
    ["a value deep inside", { x: [{ a: [1] }] }, { x: [{ a: [2] }] }],
    ["a key less deep inside", { x: { a: 1, b: 2 } }, { x: { a: 1 } }],
    ["a key more deep inside", { x: { a: 1 } }, { x: { a: 1, b: 2 } }],
    ["the order of keys deep inside", { x: { a: 1, b: 2 } }, { x: { b: 2, a: 1 } }],
    ["a value in a map", { map: { a: 1 } }, { map: { a: 2 } }],
    ["the order of keys in a map", { map: { a: 1, b: 2 } }, { map: { b: 2, a: 1 } }],
    ["an item of a list", { list: [1, 2] }, { list: [1, 3] }],
    ["the length of a list", { x: [1, 2] }, { x: [1] }],
    ["a value to null", { x: 1 }, { x: null, y: 1 }],
  ])("sees a change of %s, for a listing shows it", (_, before, after) => {
    const registry = createRegistry<Record<string, unknown>>({
      layers: ["local"],
      rules: { map: "merge", list: "append" },
    });
    const fresh = createRegistry<Record<string, unknown>>({
      layers: ["local"],
      rules: { map: "merge", list: "append" },
    });
    registry.set("local", { a: before });
    registry.get("a");
    registry.set("local", { a: after });
    fresh.set("local", { a: after });
    expect(JSON.stringify(registry.get("a"))).toBe(JSON.stringify(fresh.get("a")));
  });

  it("passes over entries that are undefined, and over undefined inside a value as JSON does", () => {
    const registry = createRegistry<Record<string, unknown>>({ layers: ["local"] });
    expect(registry.set("local", { a: undefined, b: { x: { y: undefined, z: [undefined] } } })).toEqual([]);
    expect(registry.names()).toEqual(["b"]);
    expect(registry.get("b")).toStrictEqual({ x: { z: [undefined] } });
  });

  it("refuses a layer that the registry does not have", () => {
    expect(() => roles().set("locale", {})).toThrowErrorMatchingInlineSnapshot(
      `[RangeError: Cannot change layer "locale": the registry has "bundled", "plugin", "global", "local"]`,
    );
  });
});

describe("createRegistry", () => {
  it("refuses two layers of one name, a layer called merged, and a rule that there is not", () => {
    expect(() => createRegistry({ layers: ["a", "a"] })).toThrowErrorMatchingInlineSnapshot(
      `[RangeError: Cannot create a registry: two layers are called "a"]`,
    );
    expect(() => createRegistry({ layers: ["merged"] })).toThrowErrorMatchingInlineSnapshot(
      `[RangeError: Cannot call a layer "merged": it is what origin() says of several]`,
    );
    const rules = JSON.parse('{ "tags": "concat" }') as { tags: "append" };
    expect(() => createRegistry<Role>({ layers: ["a"], rules })).toThrowErrorMatchingInlineSnapshot(
      `[RangeError: Cannot use rule "concat" for field "tags": the rules are "replace", "merge", "append"]`,
    );
  });
});
