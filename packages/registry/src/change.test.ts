import { describe, expect, it } from "vitest";
import { createRegistry, type Registry } from "./index.ts";

interface Theme {
  color: string;
  tags: string[];
}

const themes = (): Registry<Theme> => createRegistry<Theme>({ layers: ["shipped", "user"] });

describe("put", () => {
  it("replaces what the layer says about one name, and nothing else", () => {
    const registry = themes();
    registry.set("shipped", { dark: { color: "black" } });
    registry.set("user", { dark: { color: "grey", tags: ["a"] }, light: { color: "white" } });
    const light = registry.get("light");
    expect(registry.put("user", "dark", { color: "navy" })).toEqual([]);
    expect(registry.get("dark")).toEqual({ color: "navy" });
    expect(registry.get("light")).toBe(light);
  });

  it("adds a name, and hides one", () => {
    const registry = themes();
    registry.set("shipped", { dark: {} });
    registry.put("user", "blue", { tags: [] });
    registry.put("user", "dark", null);
    expect(registry.names()).toEqual(["blue"]);
    expect(registry.get("blue")).toEqual({ tags: [] });
    expect(registry.explain("dark")?.hiddenBy).toEqual({ layer: "user" });
    registry.put("user", "dark", {});
    expect(registry.names()).toEqual(["blue", "dark"]);
  });

  it("knows where it was written", () => {
    const registry = themes();
    registry.put("user", "dark", { color: "grey" }, (...path) => ({ file: path.join("/"), line: 3 }));
    expect(registry.explain("dark")?.fields.color?.from).toEqual([{ layer: "user", file: "dark/color", line: 3 }]);
  });

  it("says what it cannot take in until that name is put again or deleted", () => {
    const registry = createRegistry<Record<string, unknown>>({ layers: ["user"], rules: { tags: "append" } });
    registry.set("user", { a: { tags: 1 }, b: { tags: 2 } });
    expect(registry.put("user", "a", { tags: "x", color: "red" })).toMatchObject([{ name: "a", field: "tags" }]);
    expect(registry.get("a")).toEqual({ color: "red" });
    expect(registry.problems().map(({ name }) => name)).toEqual(["b", "a"]);
    registry.put("user", "a", { tags: ["x"] });
    registry.delete("user", "b");
    expect(registry.problems()).toEqual([]);
  });

  it("copies what it is given", () => {
    const registry = themes();
    const tags = ["a"];
    registry.put("user", "dark", { tags });
    tags.push("b");
    expect(registry.get("dark")).toEqual({ tags: ["a"] });
  });
});

describe("delete", () => {
  it("uncovers the layers below, and says whether there was anything", () => {
    const registry = themes();
    registry.set("shipped", { dark: { color: "black" } });
    const before = registry.get("dark");
    registry.put("user", "dark", null);
    expect(registry.delete("user", "dark")).toBe(true);
    expect(registry.delete("user", "dark")).toBe(false);
    expect(registry.get("dark")).toEqual(before);
    expect(registry.names()).toEqual(["dark"]);
    for (const name of ["constructor", "__proto__", "toString", ""]) expect(registry.delete("user", name)).toBe(false);
  });

  it("leaves nothing of a name that no layer names any more", () => {
    const registry = themes();
    registry.put("user", "dark", {});
    registry.delete("user", "dark");
    expect([registry.names(), registry.has("dark"), registry.explain("dark")]).toEqual([[], false, undefined]);
  });

  it("refuses a layer that the registry does not have, as put does", () => {
    expect(() => themes().delete("users", "dark")).toThrow(RangeError);
    expect(() => themes().put("users", "dark", {})).toThrow(RangeError);
  });
});

describe("a snapshot", () => {
  it("keeps what was there, and shares every object that nothing has changed since", () => {
    const registry = themes();
    registry.set("shipped", { dark: { color: "black" }, light: { color: "white" } });
    registry.set("user", { blue: null });
    const snapshot = registry.snapshot();
    const again = registry.snapshot();
    registry.put("user", "dark", { color: "navy" });
    registry.put("user", "blue", {});
    registry.put("user", "green", {});
    registry.delete("shipped", "light");
    expect([...registry.entries()]).toEqual([
      ["blue", {}],
      ["dark", { color: "navy" }],
      ["green", {}],
    ]);
    for (const fixed of [snapshot, again]) {
      expect([...fixed.entries()]).toEqual([
        ["dark", { color: "black" }],
        ["light", { color: "white" }],
      ]);
      expect(fixed.origin("dark")).toBe("shipped");
      expect(fixed.explain("blue")?.hiddenBy).toEqual({ layer: "user" });
      expect(fixed.has("green")).toBe(false);
    }
    expect(snapshot.get("light")).toBe(again.get("light"));
    expect(registry.snapshot().get("dark")).toBe(registry.get("dark"));
  });

  it("keeps the problems and places that there were", () => {
    const registry = createRegistry<Record<string, unknown>>({ layers: ["user"], rules: { tags: "append" } });
    registry.set("user", { entries: new Map([["a", { tags: 1, b: 2 }]]), where: () => ({ line: 1 }) });
    const snapshot = registry.snapshot();
    registry.set("user", { entries: new Map([["a", { b: 2 }]]), where: () => ({ line: 2 }) });
    expect([snapshot, registry].map((reader) => reader.problems().length)).toEqual([1, 0]);
    expect([snapshot, registry].map((reader) => reader.explain("a")?.fields.b?.from[0]?.line)).toEqual([1, 2]);
    expect(snapshot.get("a")).toBe(registry.get("a"));
  });

  it("has nothing that changes it", () => {
    expect(Object.keys(themes().snapshot()).sort()).toEqual([
      "entries",
      "explain",
      "get",
      "has",
      "names",
      "origin",
      "problems",
    ]);
  });
});

describe("subscribe", () => {
  const heard = (registry: Registry<Theme>): { readonly all: string[][]; readonly stop: () => void } => {
    const all: string[][] = [];
    return { all, stop: registry.subscribe((names) => all.push([...names])) };
  };

  it("tells once for each change which names it changed", () => {
    const registry = themes();
    const { all, stop } = heard(registry);
    registry.set("shipped", { dark: { color: "black" }, light: { color: "white" } });
    registry.set("shipped", { dark: { color: "black" }, light: { color: "ivory" } });
    registry.put("user", "dark", null);
    registry.put("shipped", "dark", { color: "grey" });
    registry.delete("user", "dark");
    registry.set("shipped", {});
    stop();
    registry.put("user", "dark", {});
    expect(all).toEqual([["dark", "light"], ["light"], ["dark"], ["dark"], ["dark"], ["dark", "light"]]);
  });

  it("says nothing when nothing changed, or only the places did", () => {
    const registry = themes();
    registry.set("user", { dark: { tags: ["a"] } });
    const { all } = heard(registry);
    registry.set("user", { entries: new Map([["dark", { tags: ["a"] }]]), where: () => ({ line: 9 }) });
    registry.put("user", "dark", { tags: ["a"], color: undefined });
    registry.delete("shipped", "dark");
    registry.set("shipped", {});
    expect(all).toEqual([]);
  });

  it("is called after the change, also for the one who makes another", () => {
    const registry = themes();
    const seen: unknown[] = [];
    registry.subscribe((names) => {
      if (names.has("dark")) registry.put("user", "light", {});
    });
    registry.subscribe((names) => seen.push([...names, registry.names()]));
    registry.put("user", "dark", {});
    expect(seen).toEqual([
      ["dark", ["dark", "light"]],
      ["light", ["dark", "light"]],
    ]);
  });

  it("tells everybody and keeps the change when some throw", () => {
    const registry = themes();
    const errors = [new Error("one"), new Error("two")];
    const [first, second] = errors.map((error) => () => {
      throw error;
    });
    registry.subscribe(first ?? (() => undefined));
    const { all } = heard(registry);
    registry.subscribe(second ?? (() => undefined));
    let thrown: unknown;
    try {
      registry.put("user", "dark", {});
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(AggregateError);
    expect(thrown).toMatchObject({ errors, message: "Cannot tell every subscriber: 2 of them threw" });
    expect(all).toEqual([["dark"]]);
    expect(registry.names()).toEqual(["dark"]);
    expect(() => registry.put("user", "light", {})).toThrow(AggregateError);
    expect(all).toEqual([["dark"], ["light"]]);
  });

  it("takes one function twice, and does not call one that another has just ended", () => {
    const registry = themes();
    let calls = 0;
    const count = (): void => {
      calls++;
    };
    const stopFirst = registry.subscribe(count);
    const stopSecond = registry.subscribe(count);
    registry.put("user", "a", {});
    stopFirst();
    stopFirst();
    registry.put("user", "b", {});
    expect(calls).toBe(3);
    stopSecond();
    let stopLast = (): void => undefined;
    registry.subscribe(() => {
      stopLast();
    });
    stopLast = registry.subscribe(count);
    registry.put("user", "c", {});
    expect(calls).toBe(3);
  });
});
