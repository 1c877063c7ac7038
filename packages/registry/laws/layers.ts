/** Random layers for the laws: small enough to collide often, with names and values that are out for trouble. */
import fc from "fast-check";
import { createRegistry, type Join, type Patch, type Registry, type Rule } from "../src/index.ts";
import { defineOwn } from "../src/plain.ts";
import { type FieldRule, isJoining, type Joining } from "../src/rule.ts";

export type Fields = Record<string, unknown>;
export type Literal = Readonly<Record<string, Patch<Fields> | null>>;

export const LAYERS = ["bundled", "plugin", "global", "local"] as const;

/** Sets of words as lists: a rule of somebody's own, which is not commutative, for the order of words shows. */
const UNION: Join<unknown> = {
  accepts: (value) => Array.isArray(value) && new Set(value).size === value.length,
  join: (low, high) => [...new Set([low, high].flat())],
};

export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["carve", "merge"],
  ["constructor", "merge"],
  ["tags", "append"],
  ["toString", "append"],
  ["words", UNION],
  ["valueOf", UNION],
]);

/** The rules as a registry keeps them. */
export const FIELDS: readonly FieldRule[] = [...RULES].map(([field, rule]) => ({ field, rule, schema: undefined }));

export const JOINS: readonly Joining[] = FIELDS.filter(isJoining);

/** The rule of a field, by a word. */
export function kindOf(field: string): "replace" | "merge" | "append" | "union" {
  const rule = RULES.get(field) ?? "replace";
  return typeof rule === "string" ? rule : "union";
}

const REPLACED = ["model", "__proto__", "length"];

export const ALL_FIELDS = [...RULES.keys(), ...REPLACED];

const word = fc.constantFrom("a", "b", "", "__proto__", "constructor", "toString");
const scalar = fc.oneof(word, fc.constantFrom(0, 1, true, false));
const list = fc.array(scalar, { maxLength: 3 });
const map = record(fc.tuple(word, fc.oneof(scalar, fc.constant(null), list)), 3);
/** Mostly what the rule of the field takes, often a tombstone, and sometimes what the rule has to refuse. */
function valueOf(field: string): fc.Arbitrary<unknown> {
  const fitting = { merge: map, append: list, union: fc.uniqueArray(scalar), replace: fc.oneof(scalar, list, map) };
  return fc.oneof(
    { weight: 6, arbitrary: fitting[kindOf(field)] },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.oneof(scalar, list, map, fc.constant(undefined)) },
  );
}

/** Few fields and mostly one name, for laws are about what happens where layers meet. */
const field = fc.oneof(...ALL_FIELDS.map((name) => fc.tuple(fc.constant(name), valueOf(name))));
export const patch = record(field, 9);
const hostileName = fc.constantFrom("", "10", "9", "constructor", "__proto__", "\u{1F600}", "\uFFFD");
export const entryName = fc.oneof(
  { weight: 3, arbitrary: fc.constant("reviewer") },
  { weight: 1, arbitrary: hostileName },
);
const tombstone = fc.constant(null);
export const literal: fc.Arbitrary<Literal> = record(
  fc.tuple(entryName, fc.oneof({ weight: 5, arbitrary: patch }, { weight: 1, arbitrary: tombstone })),
  3,
);
/** What each layer says, lowest first. */
export const literals = fc.tuple(literal, literal, literal, literal);

/** `fc.dictionary` leaves `__proto__` out of plain objects, and here it is the point. */
function record<V>(pair: fc.Arbitrary<[string, V]>, maxLength: number): fc.Arbitrary<Readonly<Record<string, V>>> {
  return fc.array(pair, { maxLength, size: "max" }).map((pairs) => {
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
