import { composeEntries, type Entry, isSameEntry, resolveEntry } from "./entry.ts";
import { definingLayers, explain, originOf } from "./explain.ts";
import { type Explanation } from "./explanation.ts";
import { type LayerData, type LayerLiteral, type Rule, RULES } from "./layer.ts";
import { compareCodePoints } from "./order.ts";
import { type PlainObject } from "./plain.ts";
import { type Problem } from "./problem.ts";
import { type Layer, type Rules, takeIn } from "./take-in.ts";

/** An entry after merging: every field that has a value. No field is promised, for no layer has to write it. */
export type Merged<T> = { readonly [K in keyof T]?: T[K] };

export interface RegistryOptions<T> {
  /** Lowest first, for instance `["bundled", "plugin", "global", "local"]`. */
  readonly layers: readonly string[];
  /** The rule of each field that is not simply replaced. */
  readonly rules?: { readonly [K in keyof T]?: Rule };
}

/** Named entries in layers, merged field by field. */
export interface Registry<T> {
  /**
   * Replaces everything a layer said. The data is copied and frozen, so later changes to it have no effect. What
   * cannot be taken in is left out and returned as a problem; the rest of the layer counts. Throws a `RangeError`
   * for a layer that the registry does not have.
   */
  set(layer: string, data: LayerData<T> | LayerLiteral<T>): readonly Problem[];
  /**
   * Looks up a merged entry by its exact name; `undefined` when no layer defines it or a tombstone hides it. The
   * result is deeply frozen, and the same object as before while no layer changed what it says about this name.
   */
  readonly get: (name: string) => Merged<T> | undefined;
  readonly has: (name: string) => boolean;
  /** Lists the names that `get` answers, in code-point order. */
  readonly names: () => readonly string[];
  /** Iterates over `[name, entry]` in the order of `names`, as they are at the time of the call. */
  readonly entries: () => IterableIterator<readonly [name: string, entry: Merged<T>]>;
  /** Names the one layer that defines the entry, or `"merged"` when two or more do. */
  readonly origin: (name: string) => string | undefined;
  /** Tells where every field of an entry comes from and what it shadows; `undefined` when no layer names it. */
  readonly explain: (name: string) => Explanation<T> | undefined;
  /** Lists what `set` could not take in, of all layers as they are now, lowest layer first. */
  readonly problems: () => readonly Problem[];
}

/**
 * Creates a registry with empty layers. Merging is by field and never deeper than its rule says, so it is
 * associative; `explain` keeps what merging forgets. Throws a `RangeError` when two layers have one name or a layer
 * is called "merged", which is what `origin` says when there are several, and for a rule that there is not.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createRegistry } from "@polyglav/registry";
 *
 * interface Role {
 *   model: string;
 *   tags: string[];
 * }
 *
 * const roles = createRegistry<Role>({ layers: ["bundled", "local"] });
 * roles.set("bundled", { reviewer: { model: "small", tags: ["review"] } });
 * roles.set("local", { reviewer: { model: "large" } });
 *
 * assert.deepEqual(roles.get("reviewer"), { model: "large", tags: ["review"] });
 * assert.equal(roles.origin("reviewer"), "merged");
 * assert.deepEqual(roles.explain("reviewer")?.fields.model, {
 *   value: "large",
 *   from: [{ layer: "local" }],
 *   shadowed: [{ layer: "bundled", value: "small" }],
 * });
 * ```
 */
export function createRegistry<T extends object>(options: RegistryOptions<T>): Registry<T>;
// Fields are strings in here: every value comes from a `Patch<T>` of its own field, which the overload promises.
export function createRegistry(options: RegistryOptions<PlainObject>): Registry<PlainObject> {
  const rules = new Map(Object.entries(options.rules ?? {}));
  checkOptions(options.layers, rules);
  const layers = new Map(options.layers.map((name) => [name, takeIn(name, {}, rules)]));
  const merged = new Map<string, PlainObject>();
  let sorted: readonly string[] | undefined;

  function get(name: string): PlainObject | undefined {
    const known = merged.get(name);
    if (known !== undefined) return known;
    const value = merge(name, layers.values());
    if (value !== undefined) merged.set(name, value);
    return value;
  }

  function names(): readonly string[] {
    sorted ??= Object.freeze(
      [...new Set([...layers.values()].flatMap((layer) => [...layer.entries.keys()]))]
        .filter((name) => get(name) !== undefined)
        .sort(compareCodePoints),
    );
    return sorted;
  }

  return {
    set(name, data) {
      const before = layers.get(name);
      if (before === undefined)
        throw new RangeError(`Cannot set layer "${name}": the registry has ${list(layers.keys())}`);
      const after = takeIn(name, data, rules);
      layers.set(name, after);
      sorted = undefined;
      for (const entry of [...before.entries.keys(), ...after.entries.keys()]) {
        // An entry that says the same as before keeps its merged object, so that readers can compare by identity.
        if (!isSameEntry(before.entries.get(entry), after.entries.get(entry))) merged.delete(entry);
      }
      return after.problems;
    },
    get,
    has: (name) => get(name) !== undefined,
    names,
    entries: () =>
      names()
        .flatMap((name) => {
          const entry = get(name);
          return entry === undefined ? [] : [[name, entry] as const];
        })
        .values(),
    origin: (name) => originOf(definingLayers(name, [...layers.values()])),
    explain: (name) => explain(name, [...layers.values()], get(name)),
    problems: () => [...layers.values()].flatMap((layer) => layer.problems),
  };
}

function merge(name: string, layers: Iterable<Layer>): PlainObject | undefined {
  let composed: Entry | undefined;
  for (const layer of layers) {
    const entry = layer.entries.get(name);
    if (entry !== undefined) composed = composed === undefined ? entry : composeEntries(composed, entry);
  }
  return composed === undefined ? undefined : resolveEntry(composed);
}

function checkOptions(layers: readonly string[], rules: Rules): void {
  const twice = layers.find((layer, i) => layers.indexOf(layer) !== i);
  if (twice !== undefined) throw new RangeError(`Cannot create a registry: two layers are called "${twice}"`);
  if (layers.includes("merged"))
    throw new RangeError(`Cannot call a layer "merged": it is what origin() says of several`);
  for (const [field, rule] of rules) {
    if (rule !== undefined && !RULES.includes(rule)) {
      throw new RangeError(`Cannot use rule "${rule}" for field "${field}": the rules are ${list(RULES)}`);
    }
  }
}

const list = (names: Iterable<string>): string => [...names].map((name) => `"${name}"`).join(", ");
