import { describe, expect } from "vitest";
import { type Explanation, type FieldExplanation, type Registry, type Where } from "../src/index.ts";
import { isPlainObject } from "../src/plain.ts";
import { law } from "./law.ts";
import { ALL_FIELDS, type Fields, LAYERS, type Literal, literals, read, registryOf, RULES } from "./layers.ts";
import { own, readField, says } from "./reference.ts";

const layersOf = (places: readonly Where[]): readonly string[] => places.map(({ layer }) => layer);

const sayers = (layers: readonly Literal[], name: string, field: string): readonly string[] =>
  LAYERS.filter((_, i) => says(layers[i] ?? {}, name, field));

/** What a layer wrote at a path; a `null` on the way stays `null`. */
function written(layers: readonly Literal[], { layer }: Where, ...path: readonly string[]): unknown {
  let value: unknown = layers[LAYERS.findIndex((name) => name === layer)];
  for (const key of path) value = value === null ? null : own(value, key);
  return value;
}

/** Calls `check` for each entry that any layer names. */
function eachEntry(
  layers: readonly Literal[],
  check: (name: string, explanation: Explanation<Fields>, registry: Registry<Fields>) => void,
): void {
  const registry = registryOf(layers);
  for (const name of new Set(layers.flatMap((layer) => Object.keys(layer)))) {
    const explanation = registry.explain(name);
    expect(explanation).toBeDefined();
    if (explanation !== undefined) check(name, explanation, registry);
  }
}

function eachField(
  layers: readonly Literal[],
  check: (name: string, field: string, explanation: FieldExplanation, registry: Registry<Fields>) => void,
): void {
  eachEntry(layers, (name, { fields }, registry) => {
    const said = ALL_FIELDS.filter((field) => sayers(layers, name, field).length > 0);
    expect(Object.keys(fields).sort()).toEqual(said.sort());
    for (const field of said) {
      const explanation = fields[field];
      if (explanation !== undefined) check(name, field, explanation, registry);
    }
  });
}

describe("an explanation", () => {
  law("is about the very object that get returns", literals, (layers) => {
    eachEntry(layers, (name, { value }, registry) => {
      expect(value).toBe(registry.get(name));
    });
  });

  law("gives the origin that origin gives: merged when two or more layers define the entry", literals, (layers) => {
    eachEntry(layers, (name, explanation, registry) => {
      const patches = LAYERS.map((_, i) => own(layers[i] ?? {}, name));
      const afterTombstone = LAYERS.slice(patches.lastIndexOf(null) + 1);
      const defining = afterTombstone.filter((layer) => written(layers, { layer }, name) !== undefined);
      expect(explanation.layers).toEqual(defining);
      expect(explanation.origin).toBe(defining.length > 1 ? "merged" : defining[0]);
      expect(registry.origin(name)).toBe(explanation.origin);
    });
  });

  law("names the tombstone of an entry without a value, and of no other", literals, (layers) => {
    eachEntry(layers, (name, { value, hiddenBy }) => {
      const top = LAYERS.findLast((layer) => written(layers, { layer }, name) !== undefined);
      expect(hiddenBy?.layer).toBe(value === undefined ? top : undefined);
    });
  });

  law("gives each field the value that it has", literals, (layers) => {
    eachField(layers, (name, field, { value }, registry) => {
      expect(value).toBe(read(registry, name, field));
    });
  });

  law("leaves out nobody who said something about a field, and names nobody twice", literals, (layers) => {
    eachField(layers, (name, field, { from, shadowed }) => {
      const tombstones = from.filter((where) => written(layers, where, name) === null);
      const deciders = layersOf(from.filter((where) => !tombstones.includes(where)));
      expect([...layersOf(shadowed), ...deciders]).toEqual(sayers(layers, name, field));
      expect(from).not.toHaveLength(0);
    });
  });

  law("shows each shadowed value as its layer wrote it", literals, (layers) => {
    eachField(layers, (name, field, { shadowed }) => {
      for (const { value, ...where } of shadowed) expect(value).toEqual(written(layers, where, name, field));
    });
  });

  law("names layers whose words alone, joined, give the value", literals, (layers) => {
    eachField(layers, (name, field, { value, from }) => {
      if (value === undefined) return;
      const alone = layers.filter((_, i) => layersOf(from).includes(LAYERS[i] ?? ""));
      expect(readField(alone, name, field)).toEqual(value);
      expect(RULES.has(field) || from.length === 1).toBe(true);
    });
  });

  law("names a tombstone where a field has no value", literals, (layers) => {
    eachField(layers, (name, field, { value, from }) => {
      if (value === undefined) expect(from.map((where) => written(layers, where, name, field))).toEqual([null]);
    });
  });

  law("names for each key of a map the layer that said it last, and all that it shadows", literals, (layers) => {
    eachField(layers, (name, field, { value, keys = {} }) => {
      for (const [key, explained] of Object.entries(keys)) {
        expect(explained.value).toEqual(own(value, key));
        expect(written(layers, explained.from, name, field, key) ?? undefined).toEqual(explained.value);
        for (const { value: shadowedValue, ...where } of explained.shadowed) {
          expect(shadowedValue).toEqual(written(layers, where, name, field, key));
        }
        const shown = new Set(layersOf([...explained.shadowed, explained.from]));
        for (const layer of sayers(layers, name, field)) {
          if (own(written(layers, { layer }, name, field), key) !== undefined) expect(shown).toContain(layer);
        }
      }
      if (RULES.get(field) === "merge" && isPlainObject(value)) {
        for (const key of Object.keys(value)) expect(Object.hasOwn(keys, key)).toBe(true);
      }
    });
  });
});
