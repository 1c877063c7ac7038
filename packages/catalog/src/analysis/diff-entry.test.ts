import { describe, expect, it } from "vitest";
import { createCatalog } from "../catalog.ts";
import { diffEntry, type Difference } from "./diff-entry.ts";
import { type Catalog } from "../catalog.ts";
import { type Layer } from "../layers.ts";

const diffRole = (from: Catalog, name: string, against: Layer): readonly Difference[] => {
  const explained = from.roles.explain(name);
  return explained === undefined ? [] : diffEntry(explained, against);
};

const where = (name: string, field?: string, key?: string) => ({
  file: `${name}.json`,
  line: field === undefined ? 1 : key === undefined ? 2 : 3,
});
const at = (layer: string, name: string, line: number) => ({ layer, file: `${name}.json`, line });
const layer = (entries: Readonly<Record<string, unknown>>) => ({ entries: new Map(Object.entries(entries)), where });

const catalog = createCatalog({
  trusted: true,
  roles: {
    bundled: layer({
      x: { description: "d", tags: ["a"], tool_permission: { bash: "deny", read: "allow" } },
      gone: { tags: ["t"] },
    }),
    global: layer({ x: { tags: ["b"], tool_permission: { bash: "ask", web: "deny" } }, gone: { model: "m" } }),
    local: layer({
      x: { description: null, tool_permission: { read: null } },
      gone: null,
      mine: { model: "m" },
      constructor: { tags: [] },
    }),
  },
});

describe("diffEntry()", () => {
  it("lists what all layers above one say otherwise, by field and key", () => {
    expect(diffRole(catalog, "x", "bundled")).toEqual([
      { field: "description", was: "d", is: undefined, from: at("local", "x", 2) },
      { field: "tags", was: ["a"], is: ["b"], from: at("global", "x", 2) },
      { field: "tool_permission", key: "bash", was: "deny", is: "ask", from: at("global", "x", 3) },
      { field: "tool_permission", key: "read", was: "allow", is: undefined, from: at("local", "x", 3) },
      { field: "tool_permission", key: "web", was: undefined, is: "deny", from: at("global", "x", 3) },
    ]);
  });

  it("lists less against a higher layer, and nothing against the highest", () => {
    const fields = (against: "bundled" | "plugin" | "global" | "local") =>
      diffRole(catalog, "x", against).map(({ field, key }) => (key === undefined ? field : `${field}.${key}`));
    expect(fields("plugin")).toHaveLength(5);
    expect(fields("global")).toEqual(["description", "tool_permission.read"]);
    expect(fields("local")).toEqual([]);
  });

  it("lists all of a role that is new, and all of one that is gone", () => {
    expect(diffRole(catalog, "mine", "bundled")).toEqual([
      { field: "model", was: undefined, is: "m", from: at("local", "mine", 2) },
    ]);
    expect(diffRole(catalog, "gone", "global")).toEqual([
      { field: "model", was: "m", is: undefined, from: at("local", "gone", 1) },
      { field: "tags", was: ["t"], is: undefined, from: at("local", "gone", 1) },
    ]);
  });

  it("knows hostile names, and no others than there are", () => {
    expect(diffRole(catalog, "constructor", "bundled")).toMatchObject([{ field: "tags", was: undefined, is: [] }]);
    for (const name of ["__proto__", "toString", "", "ghost"]) expect(diffRole(catalog, name, "bundled")).toEqual([]);
  });

  it("does not count what is not trusted", () => {
    const roles = { local: { writer: { model: "evil", tool_permission: { edit: "deny" } } } };
    expect(diffRole(createCatalog({ roles }), "writer", "bundled")).toEqual([]);
  });
});
