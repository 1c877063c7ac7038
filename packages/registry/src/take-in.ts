import { type Cell } from "./cell.ts";
import { type Entry, TOMBSTONE } from "./entry.ts";
import { type LayerData, type LayerLiteral, type Rule } from "./layer.ts";
import { frozenCopy, isPlainObject, type PlainObject } from "./plain.ts";
import { type Problem, type Where } from "./problem.ts";

/** A layer after intake: copied, frozen, and every cell of a kind that its rule can join. */
export interface Layer {
  readonly name: string;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly problems: readonly Problem[];
  readonly where: (name: string, field?: string, key?: string) => Where;
}

/** The rule of each field; a field without one is replaced. */
export type Rules = ReadonlyMap<string, Rule | undefined>;

type Written = LayerData<PlainObject> | LayerLiteral<PlainObject>;
type Data = Pick<LayerData<PlainObject>, "where"> & { readonly entries: ReadonlyMap<string, unknown> };
/** Why something was not taken in; `field` when it is only one field of the entry. */
interface Refusal {
  readonly code: string;
  readonly state: string;
  readonly field?: string;
}

/**
 * Takes a layer in. A value that its rule cannot join is refused here, as a problem, and its cell counts as absent:
 * deciding it while merging ("if one side is no list, replace") would make the result depend on the grouping.
 */
export function takeIn(layer: string, written: Written, rules: Rules): Layer {
  const data: Data = isLayerData(written) ? written : { entries: new Map(Object.entries(written)) };
  const where: Layer["where"] = (name, field, key) => ({ layer, ...data.where?.(name, field, key) });
  const entries = new Map<string, Entry>();
  const problems: Problem[] = [];

  for (const [name, patch] of data.entries) {
    if (patch === undefined) continue;
    const { entry, refusals } = takeInEntry(patch, rules);
    if (entry !== undefined) entries.set(name, entry);
    for (const { code, state, field } of refusals) {
      const what = field === undefined ? { name } : { name, field };
      const subject = field === undefined ? `entry "${name}"` : `field "${field}" of "${name}"`;
      const message = `Cannot take in ${subject}: ${state}`;
      problems.push({ code, severity: "error", message, ...where(name, field), ...what });
    }
  }
  return { name: layer, entries, problems, where };
}

function takeInEntry(patch: unknown, rules: Rules): { readonly entry?: Entry; readonly refusals: readonly Refusal[] } {
  if (patch === null) return { entry: TOMBSTONE, refusals: [] };
  if (!isPlainObject(patch)) return { refusals: [{ code: "registry/not-an-entry", state: "it is not an object" }] };
  const cells = new Map<string, Cell>();
  const refusals: Refusal[] = [];
  for (const [field, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const taken = takeInCell(value, rules.get(field) ?? "replace");
    if ("kind" in taken) cells.set(field, taken);
    else refusals.push({ ...taken, field });
  }
  return { entry: { cut: false, defined: true, cells }, refusals };
}

function takeInCell(written: unknown, rule: Rule): Cell | Refusal {
  if (written === null) return { kind: "gone" };
  const copied = frozenCopy(written);
  if (!copied.ok) return { code: "registry/not-plain-data", state: copied.state };
  const { value } = copied;
  switch (rule) {
    case "replace":
      return { kind: "replace", value };
    case "merge":
      if (!isPlainObject(value)) return { code: "registry/not-a-map", state: "it is not an object" };
      return { kind: "merge", map: new Map(Object.entries(value)), cut: false };
    case "append":
      if (!Array.isArray(value)) return { code: "registry/not-a-list", state: "it is not a list" };
      return { kind: "append", list: value, cut: false };
  }
}

/** A literal may hold an entry called "entries", but no entry is a `Map`. */
const isLayerData = (written: Written): written is LayerData<PlainObject> => written.entries instanceof Map;
