import fc from "fast-check";
import { describe, expect } from "vitest";
import { createRegistry, type StandardSchema } from "../src/index.ts";
import { defineOwn, isPlainObject } from "../src/plain.ts";
import { law } from "./law.ts";
import { ALL_FIELDS, type Fields, LAYERS, listing, type Literal, literals, registryOf, RULES } from "./layers.ts";

const schemasOf = (validate: StandardSchema["~standard"]["validate"]): Readonly<Record<string, StandardSchema>> => {
  const schemas: Record<string, StandardSchema> = {};
  for (const field of ALL_FIELDS) defineOwn(schemas, field, { "~standard": { version: 1, vendor: "law", validate } });
  return schemas;
};

const registryWith = (layers: readonly Literal[], validate: StandardSchema["~standard"]["validate"]) => {
  const options = { layers: LAYERS, rules: Object.fromEntries(RULES), schemas: schemasOf(validate) };
  const registry = createRegistry<Fields>(options);
  layers.forEach((written, i) => registry.set(LAYERS[i] ?? "", written));
  return registry;
};

/** Fills in a key of each map and copies everything, as schema libraries do. */
function withDefaults(value: unknown): unknown {
  if (!isPlainObject(value)) return structuredClone(value);
  const filled: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) defineOwn(filled, key, item);
  if (!Object.hasOwn(filled, "default")) filled.default = "filled in";
  return filled;
}

describe("schemas", () => {
  law("that take everything as it is change nothing", literals, (layers) => {
    expect(listing(registryWith(layers, (value) => ({ value })))).toBe(listing(registryOf(layers)));
    expect(listing(registryWith(layers, (value) => ({ value: structuredClone(value) })))).toBe(
      listing(registryOf(layers)),
    );
  });

  law("set no field and no key of a map that nobody wrote, whatever defaults they have", literals, (layers) => {
    const [plain, filled] = [registryOf(layers), registryWith(layers, (value) => ({ value: withDefaults(value) }))];
    expect(filled.names()).toEqual(plain.names());
    for (const name of plain.names()) {
      const [before = {}, after = {}] = [plain.get(name), filled.get(name)];
      expect(Object.keys(after)).toEqual(Object.keys(before));
      for (const field of Object.keys(before)) {
        if (RULES.get(field) === "merge") expect(after[field]).toEqual(before[field]);
      }
    }
  });

  law("that refuse a value make it as if nobody had said it", fc.tuple(literals, fc.nat(6)), ([layers, pick]) => {
    const isRefused = (value: unknown): boolean => JSON.stringify(value).length % 7 === pick;
    const registry = registryWith(layers, (value) => (isRefused(value) ? { issues: [{ message: "no" }] } : { value }));
    const seen = (value: unknown, field: string): unknown =>
      RULES.get(field) === "merge" && isPlainObject(value)
        ? Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null))
        : value;
    const reduced = layers.map((layer) =>
      Object.fromEntries(
        Object.entries(layer).map(([name, patch]) => [
          name,
          patch &&
            Object.fromEntries(
              Object.entries(patch).filter(
                ([field, value]) => value === null || value === undefined || !isRefused(seen(value, field)),
              ),
            ),
        ]),
      ),
    );
    expect(listing(registry)).toBe(listing(registryOf(reduced)));
  });
});
