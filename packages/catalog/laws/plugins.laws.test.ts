import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCatalog } from "../src/catalog.ts";
import { writtenRoles } from "./arbitraries.ts";

const layers = fc.array(writtenRoles, { maxLength: 3 });

const law = (title: string, holds: (all: readonly Readonly<Record<string, unknown>>[]) => void): void => {
  it(title, { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(layers, (all) => {
        holds(all);
      }),
      { numRuns: 100 },
    );
  });
};
const isEntry = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

describe("plugins", () => {
  law("say together what one plugin with the last entry of each name says", (all) => {
    const plugins = all.map((roles, index) => ({ name: `p${index}`, roles }));
    const last = all.flatMap((roles) => Object.entries(roles)).filter(([name, entry]) => name !== "" && isEntry(entry));
    const one = createCatalog({ plugins: [{ name: "p", roles: Object.fromEntries(last) }] });
    const together = createCatalog({ plugins });
    expect(together.roles.names()).toEqual(one.roles.names());
    for (const name of one.roles.names()) expect(together.roles.get(name)).toEqual(one.roles.get(name));
  });

  law("leave nothing behind when they are gone, and change nothing that they were given", (all) => {
    const before = JSON.stringify(all);
    const bundled = createCatalog();
    createCatalog({ plugins: all.map((roles, index) => ({ name: `p${index}`, roles })) });
    expect(JSON.stringify(all)).toBe(before);
    expect([...createCatalog({ plugins: [] }).roles.entries()]).toEqual([...bundled.roles.entries()]);
  });
});
