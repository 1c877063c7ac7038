import fc from "fast-check";
import { describe, expect } from "vitest";
import { type LayerPart, type Reader, type Registry } from "../src/index.ts";
import { law } from "./law.ts";
import {
  entryName,
  type Fields,
  LAYERS,
  listing,
  type Literal,
  literal,
  literals,
  patch,
  pick,
  registryOf,
} from "./layers.ts";

const said = fc.oneof({ weight: 5, arbitrary: patch }, { weight: 1, arbitrary: fc.constant(null) });

type Change =
  | { readonly kind: "set"; readonly layer: number; readonly written: Literal }
  | { readonly kind: "put"; readonly layer: number; readonly name: string; readonly patch: Literal[string] }
  | { readonly kind: "delete"; readonly layer: number; readonly name: string }
  | { readonly kind: "read"; readonly name: string };

const layer = fc.nat(3);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant("set" as const), layer, written: literal }),
  fc.record({ kind: fc.constant("put" as const), layer, name: entryName, patch: said }),
  fc.record({ kind: fc.constant("delete" as const), layer, name: entryName }),
  fc.record({ kind: fc.constant("read" as const), name: entryName }),
);
const changes = fc.array(change, { maxLength: 8 });

const layerAt = (i: number): string => LAYERS[i] ?? "";

/** Makes a change; `true` when the registry says that there was something to delete. */
function make(registry: Registry<Fields>, one: Change): boolean | undefined {
  if (one.kind === "set") registry.set(layerAt(one.layer), one.written);
  else if (one.kind === "put") registry.put(layerAt(one.layer), one.name, one.patch);
  else if (one.kind === "delete") return registry.delete(layerAt(one.layer), one.name);
  else registry.get(one.name);
  return undefined;
}

/** What the layers say after a change, put together by hand. */
function after(layers: readonly Literal[], one: Change): readonly Literal[] {
  if (one.kind === "read") return layers;
  if (one.kind === "set") return layers.with(one.layer, one.written);
  const others = Object.entries(layers[one.layer] ?? {}).filter(([name]) => name !== one.name);
  const own = one.kind === "put" ? [[one.name, one.patch] as const] : [];
  return layers.with(one.layer, Object.fromEntries([...others, ...own]));
}

const NAMES = ["reviewer", "", "10", "9", "constructor", "__proto__", "\u{1F600}", "\uFFFD"];

/** Everything that a reader can see, places and problems included. */
const view = (reader: Reader<Fields>): string =>
  JSON.stringify([
    [...reader.entries()],
    reader.names(),
    NAMES.map((name) => [reader.has(name), reader.origin(name), reader.explain(name)]),
    reader.problems().toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  ]);

describe("a registry that is changed", () => {
  law("reads like a new one with what its layers say now", fc.tuple(literals, changes), ([layers, all]) => {
    const registry = registryOf(layers);
    let now: readonly Literal[] = layers;
    for (const one of all) {
      make(registry, one);
      now = after(now, one);
    }
    expect(view(registry)).toBe(view(registryOf(now)));
  });

  law("is as before when what was put is deleted again", fc.tuple(literals, layer, entryName, said), (given) => {
    const [layers, i, name, written] = given;
    const without = layers.with(
      i,
      pick(layers[i] ?? {}, (key) => key !== name),
    );
    const registry = registryOf(without);
    const before = view(registry);
    registry.put(layerAt(i), name, written);
    expect(registry.delete(layerAt(i), name)).toBe(true);
    expect(view(registry)).toBe(before);
  });

  law("deletes what there is, once", fc.tuple(literals, layer, entryName), ([layers, i, name]) => {
    const registry = registryOf(layers);
    expect(registry.delete(layerAt(i), name)).toBe(Object.hasOwn(layers[i] ?? {}, name));
    expect(registry.delete(layerAt(i), name)).toBe(false);
  });

  law("tells once every name that is explained otherwise now", fc.tuple(literals, changes), ([layers, all]) => {
    const registry = registryOf(layers);
    const told: (readonly string[])[] = [];
    registry.subscribe((names) => told.push([...names]));
    for (const one of all) {
      const before = NAMES.map((name) => JSON.stringify(registry.explain(name)));
      told.length = 0;
      make(registry, one);
      const changed = NAMES.filter((name, i) => JSON.stringify(registry.explain(name)) !== before[i]);
      expect(told.flat()).toEqual(expect.arrayContaining(changed));
      expect(told.length).toBeLessThanOrEqual(1);
      expect(told).not.toContainEqual([]);
    }
  });

  law("tells no name about which the layers say the same as before", fc.tuple(literals, changes), ([layers, all]) => {
    const registry = registryOf(layers);
    const told: string[] = [];
    registry.subscribe((names) => told.push(...names));
    let now: readonly Literal[] = layers;
    for (const one of all) {
      const before = now;
      told.length = 0;
      make(registry, one);
      now = after(now, one);
      for (const name of told) expect(onlyName(now, name)).not.toBe(onlyName(before, name));
    }
  });
});

const onlyName = (layers: readonly Literal[], name: string): string =>
  JSON.stringify(layers.map((layer) => pick(layer, (key) => key === name)));

describe("a snapshot", () => {
  law("stays as it is, whatever is changed and whenever it is read", fc.tuple(literals, changes, changes), (given) => {
    const [layers, before, later] = given;
    const registry = registryOf(layers);
    for (const one of before) make(registry, one);
    const [read, unread, expected] = [registry.snapshot(), registry.snapshot(), view(registry)];
    expect(view(read)).toBe(expected);
    for (const one of later) {
      make(registry, one);
      registry.snapshot();
    }
    expect([view(read), view(unread)]).toEqual([expected, expected]);
  });

  law("shares each entry about which no layer has said anything else since", fc.tuple(literals, changes), (given) => {
    const [layers, all] = given;
    const registry = registryOf(layers);
    const snapshot = registry.snapshot();
    const changed = new Set<string>();
    registry.subscribe((names) => {
      for (const name of names) changed.add(name);
    });
    for (const one of all) make(registry, one);
    for (const name of NAMES) if (!changed.has(name)) expect(snapshot.get(name)).toBe(registry.get(name));
  });
});

describe("a layer in parts", () => {
  const partsOf = (written: readonly Literal[]): readonly LayerPart<Fields>[] =>
    written.map((one, i) => ({ source: `plugin ${i}`, entries: new Map(Object.entries(one)) }));

  const parts = fc.array(literal, { maxLength: 3 });

  law("has of each name what the last part says that names it", fc.tuple(literals, layer, parts), (given) => {
    const [layers, i, written] = given;
    const [registry, expected] = [registryOf(layers), registryOf(layers)];
    registry.set(layerAt(i), partsOf(written));
    expected.set(layerAt(i), Object.fromEntries(written.flatMap((one) => Object.entries(one))));
    expect(listing(registry)).toBe(listing(expected));
    for (const name of NAMES) expect(registry.origin(name)).toBe(expected.origin(name));
  });

  law("shows all that its parts say about a name, the rest of it as shadowed", fc.tuple(literals, parts), (given) => {
    const [layers, written] = given;
    const registry = registryOf(layers);
    registry.set("plugin", partsOf(written));
    for (const [source, one] of written.entries()) {
      for (const [name, fields] of Object.entries(one)) {
        const refused = new Set(registry.problems().map((problem) => `${problem.source ?? ""} ${problem.field ?? ""}`));
        for (const [field, value] of Object.entries(fields ?? {})) {
          if (value === undefined || refused.has(`plugin ${source} ${field}`)) continue;
          const { from, shadowed } = registry.explain(name)?.fields[field] ?? { from: [], shadowed: [] };
          expect([...from, ...shadowed].map((where) => where.source)).toContain(`plugin ${source}`);
        }
      }
    }
  });
});
