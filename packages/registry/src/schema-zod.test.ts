import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRegistry } from "./index.ts";

describe("a schema of zod", () => {
  it("judges values, gives others in their place, and hides nothing with a default", () => {
    const registry = createRegistry<{ tags: string[]; carve: Record<string, string>; late: string }>({
      layers: ["low", "high"],
      rules: { carve: "merge" },
      schemas: {
        tags: z.array(z.string().trim()),
        carve: z.object({ edit: z.enum(["allow", "deny"]).default("deny"), bash: z.string().optional() }),
        late: z.string().refine(async () => true),
      },
    });
    registry.set("low", { x: { tags: [" a "], carve: { edit: "allow", bash: "ask" } } });
    const written = JSON.parse('{ "x": { "tags": ["b", 1], "carve": { "bash": "deny" }, "late": "x" } }') as object;
    const problems = registry.set("high", { entries: new Map(Object.entries(written)) });
    expect(problems.map(({ code, field, message }) => [code, field, message])).toMatchInlineSnapshot(`
      [
        [
          "registry/wrong-value",
          "tags",
          "Cannot take in field "tags" of "x": 1: Invalid input: expected string, received number",
        ],
        [
          "registry/wrong-value",
          "late",
          "Cannot take in field "late" of "x": its schema answers with a promise",
        ],
      ]
    `);
    expect(registry.get("x")).toEqual({ tags: ["a"], carve: { edit: "allow", bash: "deny" } });
  });
});
