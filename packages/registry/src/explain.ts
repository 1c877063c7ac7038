import { type Entry, placeOf } from "./entry.ts";
import { type Explanation, type FieldExplanation, type KeyExplanation, type Shadowed } from "./explanation.ts";
import { definingLayers, type Failure, type Merging, type Named, originOf } from "./named.ts";
import { bareObject, deepFreeze, isPlainObject, type PlainObject } from "./plain.ts";
import { type Where } from "./problem.ts";
import { type Joining } from "./rule.ts";

/** What one layer says about a field, and what made that count no more. */
interface Said {
  /** Counts up from the lowest layer. */
  readonly order: number;
  readonly entry: Entry;
  readonly where: Where;
  /** As it was taken in; `null` is a tombstone. */
  readonly value: unknown;
  readonly by?: Where;
  /** A later part of the same layer replaces it, so it takes nothing away from the layers below. */
  readonly isReplaced?: true;
}

/** Invariant: everything in `shadowed` has a `by`; of the rest of the layers, what is in `live` was said last. */
interface Trace {
  readonly live: readonly Said[];
  readonly shadowed: readonly Said[];
}

const EMPTY: Trace = { live: [], shadowed: [] };

/** Goes through the layers of a name, lowest first, and keeps what merging forgets: who said what, and where. */
export function explain(
  name: string,
  named: Named,
  { value, failures }: Merging,
  joins: readonly Joining[],
): Explanation<PlainObject> | undefined {
  const entries = named.said.filter((entry) => entry !== undefined);
  const top = entries.at(-1);
  if (top === undefined) return undefined;

  const rules = new Map(joins.map(({ field, rule }) => [field, rule]));
  const fields = bareObject<FieldExplanation>();
  for (const [field, trace] of tracesOf(name, entries, rules, failures)) {
    const decided = value !== undefined && Object.hasOwn(value, field) ? value[field] : undefined;
    fields[field] = explainField(name, field, trace, decided, rules.get(field) === "merge");
  }
  const defining = definingLayers(named);
  const cuts = entries.filter(({ cut }) => cut).map(({ part }) => placeOf(part, name));
  const explanation = {
    name,
    value,
    origin: originOf(defining),
    layers: defining,
    fields,
    ...(cuts.length > 0 && { cuts }),
  };
  return defining.length > 0 ? explanation : { ...explanation, hiddenBy: placeOf(top.part, name) };
}

function tracesOf(
  name: string,
  entries: readonly Entry[],
  rules: ReadonlyMap<string, unknown>,
  failures: readonly Failure[],
): ReadonlyMap<string, Trace> {
  const traces = new Map<string, Trace>();
  let order = 0;
  for (const entry of entries) {
    const by = placeOf(entry.part, name);
    if (entry.cut) for (const [field, trace] of traces) traces.set(field, shadow(trace, by));
    for (const earlier of entry.replaced ?? []) {
      for (const [field, value] of Object.entries(earlier.said)) {
        const { live, shadowed } = traces.get(field) ?? EMPTY;
        const said = { ...saidBy(earlier, name, field, value, order++), by, isReplaced: true as const };
        traces.set(field, { live, shadowed: [...shadowed, said] });
      }
    }
    for (const [field, value] of Object.entries(entry.said)) {
      if (failures.some((failure) => failure.entry === entry && failure.field === field)) continue;
      const said = saidBy(entry, name, field, value, order++);
      traces.set(field, add(traces.get(field) ?? EMPTY, said, rules.has(field)));
    }
  }
  return traces;
}

function saidBy(entry: Entry, name: string, field: string, value: unknown, order: number): Said {
  deepFreeze(value);
  return { order, entry, where: placeOf(entry.part, name, field), value };
}

function add(trace: Trace, said: Said, isJoining: boolean): Trace {
  const below = trace.live.at(-1);
  const joins = isJoining && said.value !== null && below !== undefined && below.value !== null;
  return joins ? { ...trace, live: [...trace.live, said] } : { ...shadow(trace, said.where), live: [said] };
}

function shadow({ live, shadowed }: Trace, by: Where): Trace {
  return { live: [], shadowed: [...shadowed, ...live.map((said) => ({ ...said, by }))] };
}

function explainField(name: string, field: string, trace: Trace, value: unknown, isMap: boolean): FieldExplanation {
  const { live } = trace;
  const shadowed = trace.shadowed.toSorted((a, b) => a.order - b.order);
  const tombstone = shadowed.at(-1)?.by;
  const explanation = {
    value,
    from: live.length > 0 || tombstone === undefined ? live.map(({ where }) => where) : [tombstone],
    shadowed: shadowed.map((said) => ({ ...said.where, value: said.value })),
  };
  const all = [...shadowed, ...live].sort((a, b) => a.order - b.order);
  return isMap && all.some((said) => said.value !== null)
    ? { ...explanation, keys: explainKeys(name, field, all) }
    : explanation;
}

function explainKeys(name: string, field: string, all: readonly Said[]): Readonly<Record<string, KeyExplanation>> {
  const keys = bareObject<KeyExplanation>();
  const below = new Map<string, readonly Shadowed[]>();
  for (const { entry, value: map, by, isReplaced } of all) {
    for (const [key, value] of isPlainObject(map) ? Object.entries(map) : []) {
      const where = placeOf(entry.part, name, field, key);
      const lower = below.get(key) ?? [];
      const upToHere = [...lower, { ...where, value }];
      const before = keys[key];
      below.set(key, upToHere);
      if (by === undefined) keys[key] = { value: value ?? undefined, from: where, shadowed: lower };
      else if (isReplaced && before !== undefined)
        keys[key] = { ...before, shadowed: [...before.shadowed, { ...where, value }] };
      else keys[key] = { value: undefined, from: by, shadowed: upToHere };
    }
  }
  return keys;
}
