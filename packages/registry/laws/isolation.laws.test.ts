import fc from "fast-check";
import { describe, expect } from "vitest";
import { law } from "./law.ts";
import { entryName, listing, literals, registryOf } from "./layers.ts";

/** Every object and list that can be reached from a value. */
function reachable(value: unknown): readonly object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(reachable)];
}

const prototypes = [Object.prototype, Array.prototype, Function.prototype, Map.prototype];
const shape = (): unknown => prototypes.map((prototype) => Reflect.ownKeys(prototype));

describe("a registry keeps to itself", () => {
  law("it leaves its inputs as they were, and takes frozen ones", literals, (layers) => {
    const before = structuredClone(layers);
    registryOf(layers);
    expect(layers).toEqual(before);
    for (const object of reachable(layers)) Object.freeze(object);
    expect(listing(registryOf(layers))).toBe(listing(registryOf(before)));
  });

  law("writing into an input afterwards changes nothing", literals, (layers) => {
    const registry = registryOf(layers);
    const before = listing(registry);
    for (const object of reachable(layers)) Object.assign(object, { model: "changed", 0: "changed" });
    expect(listing(registry)).toBe(before);
    registry.set("local", {});
    expect(listing(registry)).not.toContain("changed");
  });

  law("nothing reachable from a result can be written", literals, (layers) => {
    const registry = registryOf(layers);
    const results = [...registry.entries()].map(([, entry]) => entry);
    for (const object of reachable([registry.names(), ...results]).slice(1)) expect(Object.isFrozen(object)).toBe(true);
  });

  law("no name and no field reaches a global prototype", literals, (layers) => {
    const before = shape();
    const registry = registryOf(layers);
    for (const name of registry.names()) registry.explain(name);
    expect(shape()).toEqual(before);
  });

  law(
    "a name that no layer defines finds nothing, whatever objects inherit",
    fc.tuple(literals, entryName),
    ([layers, name]) => {
      if (layers.some((layer) => Object.hasOwn(layer, name))) return;
      const registry = registryOf(layers);
      expect([registry.get(name), registry.has(name), registry.origin(name), registry.explain(name)]).toEqual([
        undefined,
        false,
        undefined,
        undefined,
      ]);
    },
  );
});
