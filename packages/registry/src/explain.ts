import { type Cell, writtenValue } from "./cell.ts";
import { type Explanation, type FieldExplanation, type KeyExplanation, type Shadowed } from "./explanation.ts";
import { bareObject, type PlainObject } from "./plain.ts";
import { type Where } from "./problem.ts";
import { type Layer } from "./take-in.ts";

/** What one layer says about a field, and what above it made that count no more. */
interface Said {
  readonly layer: Layer;
  readonly where: Where;
  readonly cell: Cell;
  readonly by?: Where;
}

/** Invariant: everything in `shadowed` has a `by`, and was said by lower layers than everything in `live`. */
interface Trace {
  readonly live: readonly Said[];
  readonly shadowed: readonly Said[];
}

/** Goes through the layers of a name, lowest first, and keeps what merging forgets: who said what, and where. */
export function explain(
  name: string,
  layers: readonly Layer[],
  value: PlainObject | undefined,
): Explanation<PlainObject> | undefined {
  const naming = layers.filter((layer) => layer.entries.has(name));
  const top = naming.at(-1);
  if (top === undefined) return undefined;

  const fields = bareObject<FieldExplanation>();
  for (const [field, trace] of tracesOf(name, naming)) {
    const decided = value !== undefined && Object.hasOwn(value, field) ? value[field] : undefined;
    fields[field] = explainField(name, field, trace, decided);
  }
  const defining = definingLayers(name, naming);
  const explanation = { name, value, origin: originOf(defining), layers: defining, fields };
  return defining.length > 0 ? explanation : { ...explanation, hiddenBy: top.where(name) };
}

/** Names the layers that define an entry: those above the last tombstone, lowest first. */
export function definingLayers(name: string, layers: readonly Layer[]): readonly string[] {
  let defining: string[] = [];
  for (const layer of layers) {
    const entry = layer.entries.get(name);
    if (entry?.cut === true) defining = [];
    else if (entry !== undefined) defining.push(layer.name);
  }
  return defining;
}

/** Names the one layer that defines an entry, or says that it takes several. */
export function originOf(defining: readonly string[]): string | undefined {
  return defining.length > 1 ? "merged" : defining[0];
}

function tracesOf(name: string, naming: readonly Layer[]): ReadonlyMap<string, Trace> {
  const traces = new Map<string, Trace>();
  for (const layer of naming) {
    const entry = layer.entries.get(name);
    if (entry?.cut === true) {
      for (const [field, trace] of traces) traces.set(field, shadow(trace, layer.where(name)));
    }
    for (const [field, cell] of entry?.cells ?? []) {
      const said = { layer, where: layer.where(name, field), cell };
      traces.set(field, add(traces.get(field) ?? { live: [], shadowed: [] }, said));
    }
  }
  return traces;
}

function add(trace: Trace, said: Said): Trace {
  const { kind } = said.cell;
  const joins = (kind === "merge" || kind === "append") && trace.live.at(-1)?.cell.kind === kind;
  return joins ? { ...trace, live: [...trace.live, said] } : { ...shadow(trace, said.where), live: [said] };
}

function shadow({ live, shadowed }: Trace, by: Where): Trace {
  return { live: [], shadowed: [...shadowed, ...live.map((said) => ({ ...said, by }))] };
}

function explainField(name: string, field: string, { live, shadowed }: Trace, value: unknown): FieldExplanation {
  const tombstone = shadowed.at(-1)?.by;
  const explanation = {
    value,
    from: live.length > 0 || tombstone === undefined ? live.map(({ where }) => where) : [tombstone],
    shadowed: shadowed.map(({ where, cell }) => ({ ...where, value: writtenValue(cell) })),
  };
  const keys = explainKeys(name, field, [...shadowed, ...live]);
  return keys === undefined ? explanation : { ...explanation, keys };
}

function explainKeys(name: string, field: string, all: readonly Said[]): FieldExplanation["keys"] {
  if (!all.some(({ cell }) => cell.kind === "merge")) return undefined;
  const keys = bareObject<KeyExplanation>();
  const below = new Map<string, readonly Shadowed[]>();
  for (const { layer, cell, by } of all) {
    for (const [key, value] of cell.kind === "merge" ? cell.map : []) {
      const where = layer.where(name, field, key);
      const lower = below.get(key) ?? [];
      const upToHere = [...lower, { ...where, value }];
      below.set(key, upToHere);
      keys[key] =
        by === undefined
          ? { value: value ?? undefined, from: where, shadowed: lower }
          : { value: undefined, from: by, shadowed: upToHere };
    }
  }
  return keys;
}
