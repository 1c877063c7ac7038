/**
 * Layers as agents have them, the same ones in every run: about eight fields and 600 bytes of JSON an entry.
 *
 * Maps are merged one level deep and lists are replaced. Peers that can be told to replace lists are told so; then they
 * and ours mean the same on this data, and speeds are compared at equal meaning.
 *
 * @module
 */
import type { Case, Given } from "../runner/benchmark.ts";
import { numberGiven, wordGiven } from "../runner/cell.ts";

export type Entry = Readonly<Record<string, unknown>>;
export type Layer = Record<string, Entry>;
/** Lowest first. */
export type Layers = readonly [Layer, Layer, Layer, Layer];

export const LAYERS = ["bundled", "plugin", "global", "local"] as const;

/** The fields that are maps. */
export const RULES = { tool_permission: "merge", grant_permission: "merge", ask_policy: "merge" } as const;

/** `full`: every entry with all fields in all layers; `sparse`: few entries, with three fields, above the lowest. */
export type Shape = "full" | "sparse";

export const SHAPES: readonly Shape[] = ["full", "sparse"];

/** A case of so many entries. */
export const caseOf = (what: string, shape: Shape, entries: number, quick: boolean): Case => ({
  name: `${what} ${shape} ${entries}`,
  short: `${shape} ${entries}`,
  given: { shape, entries },
  quick,
});

/** Makes the layers of a case. */
export function layersOf(given: Given): Layers {
  const random = randomFrom(7);
  const entries = numberGiven(given, "entries");
  const isFull = wordGiven(given, "shape") === "full";
  const layer = (share: number, make: typeof fullEntry): Layer => {
    const made: Layer = {};
    for (let i = 0; i < entries; i += 1) if (random() < share) made[nameOf(i)] = make(nameOf(i), random);
    return made;
  };
  const all = (): Layer => layer(1, fullEntry);
  if (isFull) return [all(), all(), all(), all()];
  return [all(), layer(0.1, sparseEntry), layer(0.1, sparseEntry), layer(0.05, sparseEntry)];
}

export const nameOf = (index: number): string => `role-${index}`;

/** The same layers, shared with nobody: some peers write into what they are given. */
export const copyOf = (texts: readonly string[]): Layers => {
  const [bundled = {}, plugin = {}, global = {}, local = {}] = texts.map((text) => JSON.parse(text) as Layer);
  return [bundled, plugin, global, local];
};

/** The layers as they stand in files. */
export const textsOf = (layers: Layers): readonly string[] => layers.map((layer) => JSON.stringify(layer));

/** Changes one entry of the highest layer, and gives the layers back. */
export function changed(layers: Layers, index: number): Layers {
  const [, , , local] = layers;
  const name = nameOf(index);
  local[name] = { ...local[name], model: "changed" };
  return layers;
}

/** Merges by the definition, slowly: each field from the highest layer that has it, each key of a map as well. */
export function rightAnswer(layers: Layers): string {
  const merged = new Map<string, Map<string, unknown>>();
  for (const [name, entry] of layers.flatMap((layer) => Object.entries(layer))) {
    const known = merged.get(name) ?? new Map<string, unknown>();
    merged.set(name, known);
    for (const [field, value] of Object.entries(entry)) {
      known.set(field, Object.hasOwn(RULES, field) ? { ...recordOf(known.get(field)), ...recordOf(value) } : value);
    }
  }
  return asText(Object.fromEntries([...merged].map(([name, fields]) => [name, Object.fromEntries(fields)])));
}

/** Words a value so that the order of keys does not matter, which peers do not agree about. */
export function asText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asText).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${asText(item)}`);
  return `{${pairs.sort().join()}}`;
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

type Random = () => number;

/** A linear congruential generator, so that every run has the same layers. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const pick = <T>(random: Random, first: T, ...rest: readonly T[]): T =>
  [first, ...rest][Math.floor(random() * (rest.length + 1))] ?? first;

function fullEntry(name: string, random: Random): Entry {
  return {
    name,
    system_prompt: textFrom(random),
    model: "opencode-go/deepseek-v4-flash",
    skills: ["finders", "citations"],
    tags: [pick(random, "research", "writing"), "review"],
    tool_permission: permissions(random),
    grant_permission: permissions(random),
    ask_policy: { permission: "auto", direction: "human" },
  };
}

const sparseEntry = (name: string, random: Random): Entry => ({
  name,
  model: pick(random, "a/b", "c/d"),
  tags: [pick(random, "research", "writing")],
});

const permissions = (random: Random): Entry => ({
  edit: pick(random, "allow", "deny"),
  bash: pick(random, "allow", "deny", "ask"),
  web: "deny",
  read: "allow",
  delegate: pick(random, "allow", "ask"),
});

function textFrom(random: Random): string {
  let text = "";
  while (text.length < 200)
    text += `${pick(random, "gather", "review", "the", "change", "evaluate", "sources", "tests")} `;
  return text.slice(0, 200);
}
