import fc from "fast-check";
import { describe, expect } from "vitest";
import { law } from "./law.ts";
import {
  ALL_FIELDS,
  entryName,
  LAYERS,
  listing,
  type Literal,
  literal,
  literals,
  pick,
  read,
  registryOf,
  RULES,
} from "./layers.ts";
import { isDefined, readField, says } from "./reference.ts";

/** What `layer` says about one name, and what `other` says about all the rest. */
const swapOthers = (layer: Literal, name: string, other: Literal): Literal =>
  Object.fromEntries([
    ...Object.entries(pick(layer, (key) => key === name)),
    ...Object.entries(pick(other, (key) => key !== name)),
  ]);

const onlyField = (layer: Literal, field: string): Literal => {
  const entries = Object.entries(layer);
  return Object.fromEntries(entries.map(([name, patch]) => [name, patch && pick(patch, (key) => key === field)]));
};

const anyField = fc.constantFrom(...ALL_FIELDS);

describe("a merged entry", () => {
  law("has in each field what reading the layers from the top gives", literals, (layers) => {
    const registry = registryOf(layers);
    const named = new Set(layers.flatMap((layer) => Object.keys(layer)));
    expect([...registry.names()].sort()).toEqual([...named].filter((name) => isDefined(layers, name)).sort());
    for (const name of registry.names()) {
      for (const field of ALL_FIELDS) expect(read(registry, name, field)).toEqual(readField(layers, name, field));
    }
  });

  law(
    "depends only on what the layers say about its name",
    fc.tuple(literals, literals, entryName),
    ([one, other, name]) => {
      const mixed = one.map((layer, i) => swapOthers(layer, name, other[i] ?? {}));
      expect(JSON.stringify(registryOf(mixed).get(name))).toBe(JSON.stringify(registryOf(one).get(name)));
    },
  );

  law(
    "has in each field what depends on that field and on entry tombstones only",
    fc.tuple(literals, entryName, anyField),
    ([layers, name, field]) => {
      const reduced = layers.map((layer) => onlyField(layer, field));
      expect(read(registryOf(reduced), name, field)).toEqual(read(registryOf(layers), name, field));
    },
  );

  law(
    "keeps what the top layer sets, whatever is below, in fields that are replaced",
    fc.tuple(literal, literal, literal, entryName),
    ([low, otherLow, high, name]) => {
      const replaced = ALL_FIELDS.filter((field) => !RULES.has(field));
      const [a, b] = [registryOf([low, high]), registryOf([otherLow, high])];
      for (const field of replaced) {
        if (says(high, name, field)) expect(read(a, name, field)).toEqual(read(b, name, field));
      }
    },
  );

  law("is uncovered again when a higher layer stops naming it", fc.tuple(literals, entryName), ([layers, name]) => {
    for (const [i, layer] of LAYERS.entries()) {
      const registry = registryOf(layers);
      const others = new Map([...registry.entries()].filter(([other]) => other !== name));
      const rest = pick(layers[i] ?? {}, (key) => key !== name);
      registry.set(layer, rest);
      expect(listing(registry)).toBe(listing(registryOf(layers.with(i, rest))));
      for (const [other, entry] of others) expect(registry.get(other)).toBe(entry);
      registry.set(layer, layers[i] ?? {});
      expect(listing(registry)).toBe(listing(registryOf(layers)));
    }
  });
});
