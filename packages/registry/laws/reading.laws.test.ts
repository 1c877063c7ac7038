import fc from "fast-check";
import { describe, expect } from "vitest";
import { law } from "./law.ts";
import { entryName, LAYERS, listing, type Literal, literal, literals, pick, registryOf } from "./layers.ts";

describe("what a registry reads", () => {
  law(
    "does not depend on the order in which layers are set",
    fc.tuple(literals, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 })),
    ([layers, order]) => {
      const registry = registryOf([]);
      for (const i of order) registry.set(LAYERS[i] ?? "", layers[i] ?? {});
      expect(listing(registry)).toBe(listing(registryOf(layers)));
    },
  );

  law("is listed in code-point order", literals, (layers) => {
    const names = registryOf(layers).names();
    const points = names.map((name) => Array.from(name, (character) => character.codePointAt(0) ?? 0));
    const sorted = points.toSorted((a, b) => {
      const differs = a.findIndex((point, i) => point !== b[i]);
      return differs === -1 ? a.length - b.length : (a[differs] ?? 0) - (b[differs] ?? -1);
    });
    expect(points).toEqual(sorted);
  });

  law("answers get, has, names and entries alike", fc.tuple(literals, entryName), ([layers, name]) => {
    const registry = registryOf(layers);
    expect(registry.has(name)).toBe(registry.names().includes(name));
    expect(new Map(registry.entries()).get(name)).toBe(registry.get(name));
    expect(registry.get(name) !== undefined).toBe(registry.has(name));
  });

  law(
    "stays the same object while nothing changes for its name",
    fc.tuple(literals, fc.nat(3), literal),
    ([layers, i, next]) => {
      const registry = registryOf(layers);
      const before = new Map(registry.entries());
      registry.set(LAYERS[i] ?? "", next);
      const says = (layer: Literal | undefined, name: string): string =>
        JSON.stringify(pick(layer ?? {}, (key) => key === name));
      for (const [name, entry] of before) {
        if (says(layers[i], name) === says(next, name)) expect(registry.get(name)).toBe(entry);
      }
      expect(listing(registry)).toBe(listing(registryOf(layers.with(i, next))));
    },
  );

  law("stays the same object when a layer is read again and says the same", literals, (layers) => {
    const registry = registryOf(layers);
    const before = [...registry.entries()];
    layers.forEach((layer, i) => registry.set(LAYERS[i] ?? "", structuredClone(layer)));
    for (const [name, entry] of before) expect(registry.get(name)).toBe(entry);
  });
});
