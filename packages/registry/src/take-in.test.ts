import { describe, expect, it } from "vitest";
import { createRegistry } from "./index.ts";

const registry = () =>
  createRegistry<Record<string, unknown>>({
    layers: ["bundled", "local"],
    rules: { carve: "merge", notes: "append" },
  });

describe("taking a layer in", () => {
  it("leaves out what a rule cannot take, says so, and lets the lower layer count", () => {
    const roles = registry();
    roles.set("bundled", { r: { carve: { bash: "deny" }, notes: ["a"] } });
    const problems = roles.set("local", { r: { carve: ["bash"], notes: "b", model: "m" } });
    expect(problems).toEqual([
      {
        code: "registry/not-a-map",
        severity: "error",
        message: 'Cannot take in field "carve" of "r": it is not an object',
        layer: "local",
        name: "r",
        field: "carve",
      },
      {
        code: "registry/not-a-list",
        severity: "error",
        message: 'Cannot take in field "notes" of "r": it is not a list',
        layer: "local",
        name: "r",
        field: "notes",
      },
    ]);
    expect(roles.get("r")).toEqual({ carve: { bash: "deny" }, notes: ["a"], model: "m" });
  });

  it("leaves out an entry that is no object and keeps its neighbours", () => {
    const roles = registry();
    const written = JSON.parse('{ "a": 42, "b": [], "c": { "model": "m" } }') as Record<
      string,
      Record<string, unknown>
    >;
    const problems = roles.set("local", written);
    expect(problems.map(({ code, name }) => [code, name])).toEqual([
      ["registry/not-an-entry", "a"],
      ["registry/not-an-entry", "b"],
    ]);
    expect(roles.names()).toEqual(["c"]);
  });

  it("refuses a value that contains itself, and one that is nested too deep", () => {
    const roles = registry();
    const loop: Record<string, unknown> = {};
    loop.self = { loop };
    let deep: unknown = "bottom";
    for (let i = 0; i < 10_000; i++) deep = [deep];
    const problems = roles.set("local", { r: { loop, deep, model: "m" } });
    expect(problems.map(({ message }) => message)).toMatchInlineSnapshot(`
      [
        "Cannot take in field "loop" of "r": it contains itself",
        "Cannot take in field "deep" of "r": it is nested more than 200 levels deep",
      ]
    `);
    expect(roles.get("r")).toEqual({ model: "m" });
  });

  it("takes one object in two places, and values that are not plain data as they are", () => {
    const roles = registry();
    const shared = { a: 1 };
    const date = new Date(0);
    expect(roles.set("local", { r: { one: shared, two: [shared, shared], date } })).toEqual([]);
    expect(roles.get("r")).toEqual({ one: { a: 1 }, two: [{ a: 1 }, { a: 1 }], date });
    expect(roles.get("r")?.date).toBe(date);
  });

  it("gives problems the place that the reader knows, and forgets them with the layer", () => {
    const roles = registry();
    roles.set("bundled", { r: { notes: 1 } });
    roles.set("local", {
      entries: new Map([["r", { carve: 1 }]]),
      where: (_name, field) => ({ file: "roles.json", line: field === "carve" ? 4 : 1 }),
    });
    expect(roles.problems().map(({ layer, file, line }) => [layer, file, line])).toEqual([
      ["bundled", undefined, undefined],
      ["local", "roles.json", 4],
    ]);
    roles.set("bundled", {});
    expect(roles.problems()).toHaveLength(1);
  });
});
