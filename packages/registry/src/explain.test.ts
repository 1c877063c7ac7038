import { describe, expect, it } from "vitest";
import { createRegistry, type Registry } from "./index.ts";

interface Role {
  model: string;
  tool_permission: Record<string, string | null>;
  notes: string[];
}

const roles = (): Registry<Role> =>
  createRegistry<Role>({
    layers: ["bundled", "global", "local"],
    rules: { tool_permission: "merge", notes: "append" },
  });

describe("explain", () => {
  it("names the winner of a replaced field and everything below it, tombstones included", () => {
    const registry = roles();
    registry.set("bundled", { r: { model: "small" } });
    registry.set("global", { r: { model: null } });
    registry.set("local", { r: { model: "large" } });
    expect(registry.explain("r")).toEqual({
      name: "r",
      value: { model: "large" },
      origin: "merged",
      layers: ["bundled", "global", "local"],
      fields: {
        model: {
          value: "large",
          from: [{ layer: "local" }],
          shadowed: [
            { layer: "bundled", value: "small" },
            { layer: "global", value: null },
          ],
        },
      },
    });
  });

  it("names the tombstone that took a field away", () => {
    const registry = roles();
    registry.set("bundled", { r: { model: "small" } });
    registry.set("local", { r: { model: null } });
    expect(registry.explain("r")?.fields.model).toEqual({
      value: undefined,
      from: [{ layer: "local" }],
      shadowed: [{ layer: "bundled", value: "small" }],
    });
  });

  it("looks inside a map: each key has its winner", () => {
    const registry = roles();
    registry.set("bundled", { r: { tool_permission: { edit: "deny", bash: "allow", web: "ask" } } });
    registry.set("local", { r: { tool_permission: { bash: "deny", web: null } } });
    expect(registry.explain("r")?.fields.tool_permission).toEqual({
      value: { edit: "deny", bash: "deny" },
      from: [{ layer: "bundled" }, { layer: "local" }],
      shadowed: [],
      keys: {
        edit: { value: "deny", from: { layer: "bundled" }, shadowed: [] },
        bash: { value: "deny", from: { layer: "local" }, shadowed: [{ layer: "bundled", value: "allow" }] },
        web: { value: undefined, from: { layer: "local" }, shadowed: [{ layer: "bundled", value: "ask" }] },
      },
    });
  });

  it("names what took a key away when it was the whole field, or the whole entry", () => {
    const registry = roles();
    registry.set("bundled", { r: { tool_permission: { bash: "deny" } }, s: { tool_permission: { bash: "deny" } } });
    registry.set("global", { r: { tool_permission: null }, s: null });
    registry.set("local", { r: { tool_permission: { edit: "ask" } }, s: { tool_permission: { edit: "ask" } } });
    for (const name of ["r", "s"]) {
      expect(registry.explain(name)?.fields.tool_permission?.keys?.bash).toEqual({
        value: undefined,
        from: { layer: "global" },
        shadowed: [{ layer: "bundled", value: "deny" }],
      });
    }
  });

  it("names every contributor of a list that appends", () => {
    const registry = roles();
    registry.set("bundled", { r: { notes: ["a"] } });
    registry.set("local", { r: { notes: ["b"] } });
    expect(registry.explain("r")?.fields.notes).toEqual({
      value: ["a", "b"],
      from: [{ layer: "bundled" }, { layer: "local" }],
      shadowed: [],
    });
  });

  it("says who hides an entry, and what would be there", () => {
    const registry = roles();
    registry.set("bundled", { r: { model: "small" } });
    registry.set("local", {
      entries: new Map([["r", null]]),
      where: () => ({ file: "roles.json", line: 2, column: 3 }),
    });
    const tombstone = { layer: "local", file: "roles.json", line: 2, column: 3 };
    expect(registry.explain("r")).toEqual({
      name: "r",
      value: undefined,
      origin: undefined,
      layers: [],
      cuts: [tombstone],
      hiddenBy: tombstone,
      fields: { model: { value: undefined, from: [tombstone], shadowed: [{ layer: "bundled", value: "small" }] } },
    });
  });

  it("knows of a tombstone for an entry that nobody defines", () => {
    const registry = roles();
    registry.set("local", { ghost: null });
    expect(registry.explain("ghost")?.hiddenBy).toEqual({ layer: "local" });
  });

  it("gives tables of fields and keys that inherit nothing", () => {
    const registry = createRegistry<Record<string, unknown>>({ layers: ["local"], rules: { carve: "merge" } });
    registry.set("local", { r: { carve: {} } });
    const fields = registry.explain("r")?.fields ?? {};
    expect(fields.constructor).toBeUndefined();
    expect(fields.carve?.keys?.constructor).toBeUndefined();
  });

  it("asks for the place of each key by entry, field and key", () => {
    const registry = roles();
    registry.set("local", {
      entries: new Map([["r", { tool_permission: { bash: "ask" } }]]),
      where: (name, field, key) => ({ file: [name, field, key].join("/") }),
    });
    const explained = registry.explain("r")?.fields.tool_permission;
    expect(explained?.from).toEqual([{ layer: "local", file: "r/tool_permission/" }]);
    expect(explained?.keys?.bash?.from).toEqual({ layer: "local", file: "r/tool_permission/bash" });
  });
});
