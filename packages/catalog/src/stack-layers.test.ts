import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";
import { type WrittenLayer } from "./layers.ts";
import { stackLayers } from "./stack-layers.ts";

const layer = (file: string, entries: Readonly<Record<string, unknown>>): WrittenLayer => ({
  entries: new Map(Object.entries(entries)),
  where: () => ({ file }),
});

describe("stackLayers()", () => {
  const low = layer("low", {
    writer: { model: "l", tags: ["l"], tool_permission: { bash: "deny", edit: "ask" } },
    old: { tags: ["l"] },
    gone: { tags: ["l"] },
    odd: { tool_permission: { read: "deny" } },
  });
  const high = layer("high", {
    writer: { tags: ["h"], tool_permission: { edit: "allow", web: null } },
    mine: {},
    gone: null,
    odd: { tool_permission: 5 },
  });

  it("merges like two layers, and keeps every place", () => {
    const { entries, where } = stackLayers(high, low);
    expect(Object.fromEntries(entries)).toEqual({
      writer: { model: "l", tags: ["h"], tool_permission: { bash: "deny", edit: "allow", web: null } },
      old: { tags: ["l"] },
      gone: null,
      odd: { tool_permission: 5 },
      mine: {},
    });
    const from = (...path: [string, string?, string?]) => where?.(...path)?.file;
    expect([from("writer", "model"), from("writer", "tags"), from("old"), from("mine"), from("gone")]).toEqual([
      "low",
      "high",
      "low",
      "high",
      "high",
    ]);
    expect(["bash", "edit", "web"].map((key) => from("writer", "tool_permission", key))).toEqual([
      "low",
      "high",
      "high",
    ]);
    expect(from("odd", "tool_permission")).toBe("high");
  });

  it("gives the same roles as two layers would", () => {
    const asOne = createCatalog({ trusted: true, roles: { local: stackLayers(high, low) } });
    const asTwo = createCatalog({ trusted: true, roles: { global: low, local: high } });
    expect([...asOne.roles.entries()]).toEqual([...asTwo.roles.entries()]);
  });

  it("is unreadable when one half is, and is the higher half when the lower one is empty", () => {
    expect(stackLayers(high, { ...low, readable: false }).readable).toBe(false);
    expect(stackLayers({ ...high, readable: false }, low).readable).toBe(false);
    expect(stackLayers(high, { entries: new Map() })).toBe(high);
  });

  it("knows hostile names", () => {
    const written: Readonly<Record<string, unknown>> = JSON.parse(
      '{ "__proto__": { "__proto__": 1 }, "constructor": { "toString": 1 } }',
    );
    const hostile = layer("high", written);
    const { entries, where } = stackLayers(hostile, layer("low", { constructor: { valueOf: 2 } }));
    expect(JSON.stringify(Object.fromEntries(entries))).toBe(
      '{"constructor":{"valueOf":2,"toString":1},"__proto__":{"__proto__":1}}',
    );
    expect(where?.("constructor", "valueOf")?.file).toBe("low");
    expect(where?.("constructor", "toString")?.file).toBe("high");
  });
});
