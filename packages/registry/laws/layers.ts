/** Random layers for the laws: small enough to collide often, with names and values that are out for trouble. */
import fc from "fast-check";
import { createRegistry, type Patch, type Registry, type Rule } from "../src/index.ts";
import { defineOwn } from "../src/plain.ts";

export type Fields = Record<string, unknown>;
export type Literal = Readonly<Record<string, Patch<Fields> | null>>;

export const LAYERS = ["bundled", "plugin", "global", "local"] as const;

export const RULES: ReadonlyMap<string, Rule> = new Map([
  ["carve", "merge"],
  ["constructor", "merge"],
  ["tags", "append"],
  ["toString", "append"],
]);

const REPLACED = ["model", "__proto__", "length"];

export const ALL_FIELDS = [...RULES.keys(), ...REPLACED];

const word = fc.constantFrom("a", "b", "", "__proto__", "constructor", "toString");
const scalar = fc.oneof(word, fc.constantFrom(0, 1, true, false));
const list = fc.array(scalar, { maxLength: 3 });
const map = record(word, fc.oneof(scalar, fc.constant(null), list), 3);
/** Any value for any rule, so that every rule also meets values that it cannot take. */
const value = fc.oneof(scalar, list, map, fc.constant(null), fc.constant(undefined));

const patch = record(fc.constantFrom(...ALL_FIELDS), value, 5);
export const entryName = fc.constantFrom("reviewer", "", "10", "9", "constructor", "__proto__", "\u{1F600}", "\uFFFD");
export const literal: fc.Arbitrary<Literal> = record(
  entryName,
  fc.oneof({ weight: 5, arbitrary: patch }, { weight: 1, arbitrary: fc.constant(null) }),
  4,
);
/** What each layer says, lowest first. */
export const literals = fc.tuple(literal, literal, literal, literal);

/** `fc.dictionary` leaves `__proto__` out of plain objects, and here it is the point. */
function record<V>(
  key: fc.Arbitrary<string>,
  item: fc.Arbitrary<V>,
  maxLength: number,
): fc.Arbitrary<Readonly<Record<string, V>>> {
  return fc.array(fc.tuple(key, item), { maxLength }).map((pairs) => {
    const made: Record<string, V> = {};
    for (const [name, content] of pairs) defineOwn(made, name, content);
    return made;
  });
}

export function registryOf(said: readonly Literal[], layers: readonly string[] = LAYERS): Registry<Fields> {
  const registry = createRegistry<Fields>({ layers, rules: Object.fromEntries(RULES) });
  said.forEach((written, i) => registry.set(layers[i] ?? "", written));
  return registry;
}

/** Everything that a reader of the merged entries can see, the order of names and keys included. */
export const listing = (registry: Registry<Fields>): string => JSON.stringify([...registry.entries()]);

/** The value of a field, as an own property: `get(name).constructor` would find what every object inherits. */
export function read(registry: Registry<Fields>, name: string, field: string): unknown {
  const entry = registry.get(name);
  return entry !== undefined && Object.hasOwn(entry, field) ? entry[field] : undefined;
}

/** The part of an object whose keys are kept; an own `__proto__` is a key like all others. */
export function pick<V>(object: Readonly<Record<string, V>>, keep: (key: string) => boolean): Record<string, V> {
  const picked: Record<string, V> = {};
  for (const [key, item] of Object.entries(object)) if (keep(key)) defineOwn(picked, key, item);
  return picked;
}
