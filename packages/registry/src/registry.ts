import { type Entry, isSameEntry } from "./entry.ts";
import { type LayerContent, type Patch, type Places } from "./layer.ts";
import { isDefined, joinProblems, mergedOf } from "./named.ts";
import { type PlainObject } from "./plain.ts";
import { type Problem } from "./problem.ts";
import { type Reader, readerOf, type State } from "./reader.ts";
import { type FieldRule, isJoining, type Rule, RULES } from "./rule.ts";
import { type StandardSchema } from "./schema.ts";
import { createSubscribers, type Subscriber } from "./subscribers.ts";
import { takeIn, takeInEntry } from "./take-in.ts";

export interface RegistryOptions<T> {
  /** Lowest first, for instance `["bundled", "plugin", "global", "local"]`. */
  readonly layers: readonly string[];
  /** The rule of each field that is not simply replaced. */
  readonly rules?: { readonly [K in keyof T]?: Rule<Exclude<T[K], null | undefined>> };
  /**
   * Judges each value of a field when it is taken in, and may put another in its place. A value that it refuses is a
   * problem and counts as not said. `null` is never shown to it, nor is a key that is `null` with rule `merge`; what
   * it adds to a field that nobody wrote, or to such a map, does not count. A default belongs after merging.
   */
  readonly schemas?: { readonly [K in keyof T]?: StandardSchema };
}

/** Named entries in layers, merged field by field. */
export interface Registry<T> extends Reader<T> {
  /**
   * Replaces everything a layer said. The data is copied, so later changes to it have no effect. What cannot be taken
   * in is left out and returned as a problem; the rest of the layer counts. Throws a `RangeError` for a layer that the
   * registry does not have, and what `subscribe` says.
   */
  set(layer: string, content: LayerContent<T>): readonly Problem[];
  /**
   * Replaces what a layer says about one name, as `set` would with this in place of that: `null` hides the entry of
   * the layers below, and what cannot be taken in counts as nothing said.
   */
  put(layer: string, name: string, patch: Patch<T> | null, where?: Places): readonly Problem[];
  /**
   * Takes away what a layer says about one name, be it a tombstone, so that the layers below show again. Returns
   * whether the layer said anything.
   */
  readonly delete: (layer: string, name: string) => boolean;
  /** Returns what there is to read now, which no later change reaches. Costs the same however many entries there are. */
  readonly snapshot: () => Reader<T>;
  /**
   * Has a function called once after each `set`, `put` or `delete` with the names about which a layer says something
   * else than before, also where a higher layer hides that; not when there are none, or only the places in files are
   * others. Whatever it throws is thrown, when everybody was told, as an `AggregateError` by the call that made the
   * change, which stays made. Returns what ends the subscription.
   */
  readonly subscribe: (subscriber: Subscriber) => () => void;
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
  const fields = fieldRules(options);
  const joins = fields.filter(isJoining);
  const canFail = joins.some(({ rule }) => typeof rule === "object");
  const layers = new Map(options.layers.map((name, index): [string, Layer] => [name, { index, entries: new Map() }]));
  const nothing: readonly (Entry | undefined)[] = options.layers.map(() => undefined);
  const subscribers = createSubscribers();
  let state: State = { named: new Map(), problems: options.layers.map(() => []), sorted: undefined };
  /** Counts snapshots: what is older than the last one may be seen through it, and is copied before it is changed. */
  let edition = 0;
  let isShared = false;

  function layerCalled(name: string): Layer {
    const layer = layers.get(name);
    if (layer !== undefined) return layer;
    throw new RangeError(`Cannot change layer "${name}": the registry has ${list(layers.keys())}`);
  }

  function unshare(): void {
    if (!isShared) return;
    state = { named: new Map(state.named), problems: [...state.problems], sorted: state.sorted };
    isShared = false;
  }

  /** Puts what a layer says in its place, and returns whether that is something else than before. */
  function place(index: number, name: string, entry: Entry | undefined): boolean {
    const known = state.named.get(name);
    if (known === undefined) {
      if (entry === undefined) return false;
      const said = [...nothing];
      said[index] = entry;
      state.named.set(name, { edition, said, merged: undefined });
      if (entry.defined) state.sorted = undefined;
      return true;
    }
    const isOurs = known.edition === edition;
    const named = isOurs ? known : { edition, said: [...known.said], merged: known.merged };
    const isNew = !isSameEntry(named.said[index], entry);
    const wasDefined = isDefined(named);
    named.said[index] = entry;
    // An entry about which nobody says anything new keeps its merged object, so that readers can compare by identity.
    if (isNew) named.merged = undefined;
    else if (!isOurs) named.merged = mergedOf(known, joins);
    if (isNew && wasDefined !== isDefined(named)) state.sorted = undefined;
    if (entry === undefined && named.said.every((one) => one === undefined)) state.named.delete(name);
    else if (!isOurs) state.named.set(name, named);
    return isNew;
  }

  function unjoined(names: Iterable<string>): readonly Problem[] {
    if (!canFail) return [];
    return [...names].flatMap((name) => {
      const named = state.named.get(name);
      return named === undefined ? [] : joinProblems(name, mergedOf(named, joins));
    });
  }

  const reader = readerOf(() => state, joins);
  return {
    ...reader,
    set(name, content) {
      const layer = layerCalled(name);
      const { entries, problems } = takeIn(name, content, fields);
      unshare();
      const changed = new Set<string>();
      const isAsked = canFail || !subscribers.isEmpty();
      const note = (said: string, isNew: boolean): void => {
        if (isNew && isAsked) changed.add(said);
      };
      for (const said of layer.entries.keys()) if (!entries.has(said)) note(said, place(layer.index, said, undefined));
      for (const [said, entry] of entries) note(said, place(layer.index, said, entry));
      layer.entries = entries;
      state.problems[layer.index] = problems;
      const all = [...problems, ...unjoined(changed)];
      subscribers.tell(changed);
      return all;
    },
    put(name, entryName, patch, where) {
      const layer = layerCalled(name);
      const problems: Problem[] = [];
      const part = { layer: name, source: undefined, where };
      const entry = takeInEntry(entryName, patch, { part, isOwned: false, fields, problems });
      unshare();
      const changed = new Set(place(layer.index, entryName, entry) ? [entryName] : []);
      if (entry === undefined) layer.entries.delete(entryName);
      else layer.entries.set(entryName, entry);
      state.problems[layer.index] = [...problemsOfOthers(state, layer, entryName), ...problems];
      const all = [...problems, ...unjoined(changed)];
      subscribers.tell(changed);
      return all;
    },
    delete(name, entryName) {
      const layer = layerCalled(name);
      unshare();
      state.problems[layer.index] = problemsOfOthers(state, layer, entryName);
      if (!layer.entries.delete(entryName)) return false;
      place(layer.index, entryName, undefined);
      subscribers.tell(new Set([entryName]));
      return true;
    },
    snapshot() {
      const fixed = state;
      isShared = true;
      edition++;
      return readerOf(() => fixed, joins);
    },
    subscribe: subscribers.add,
  };
}

interface Layer {
  readonly index: number;
  /** What it says now, by name. */
  entries: Map<string, Entry>;
}

const problemsOfOthers = ({ problems }: State, { index }: Layer, entry: string): readonly Problem[] =>
  (problems[index] ?? []).filter(({ name }) => name !== entry);

function fieldRules({ layers, rules = {}, schemas = {} }: RegistryOptions<PlainObject>): readonly FieldRule[] {
  const twice = layers.find((layer, i) => layers.indexOf(layer) !== i);
  if (twice !== undefined) throw new RangeError(`Cannot create a registry: two layers are called "${twice}"`);
  if (layers.includes("merged"))
    throw new RangeError(`Cannot call a layer "merged": it is what origin() says of several`);

  const schemaOf = new Map(Object.entries(schemas));
  const ruleOf = new Map(Object.entries(rules));
  return [...new Set([...ruleOf.keys(), ...schemaOf.keys()])].flatMap((field) => {
    const rule = ruleOf.get(field) ?? "replace";
    const schema = schemaOf.get(field);
    if (typeof rule === "string" && !RULES.includes(rule)) {
      throw new RangeError(`Cannot use rule "${rule}" for field "${field}": the rules are ${list(RULES)}`);
    }
    return rule === "replace" && schema === undefined ? [] : [{ field, rule, schema }];
  });
}

const list = (names: Iterable<string>): string => [...names].map((name) => `"${name}"`).join(", ");
