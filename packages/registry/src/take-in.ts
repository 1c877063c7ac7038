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
type Intake<Taken> = { readonly taken: Taken } | { readonly code: string; readonly message: string };

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
    if (patch === null) entries.set(name, TOMBSTONE);
    else if (!isPlainObject(patch)) {
      const message = `Cannot take in entry "${name}": it is neither an object nor null`;
      problems.push({ code: "registry/not-an-entry", severity: "error", message, ...where(name), name });
    } else {
      const cells = new Map<string, Cell>();
      for (const [field, value] of Object.entries(patch)) {
        if (value === undefined) continue;
        const intake = takeInCell(value, rules.get(field) ?? "replace");
        if ("taken" in intake) cells.set(field, intake.taken);
        else {
          const message = `Cannot take in field "${field}" of "${name}": ${intake.message}`;
          problems.push({ code: intake.code, severity: "error", message, ...where(name, field), name, field });
        }
      }
      entries.set(name, { cut: false, defined: true, cells });
    }
  }
  return { name: layer, entries, problems, where };
}

function takeInCell(written: unknown, rule: Rule): Intake<Cell> {
  if (written === null) return { taken: { kind: "gone" } };
  const copied = frozenCopy(written);
  if (!copied.ok) return { code: "registry/not-plain-data", message: copied.state };
  const { value } = copied;
  switch (rule) {
    case "replace":
      return { taken: { kind: "replace", value } };
    case "merge":
      if (!isPlainObject(value)) return { code: "registry/not-a-map", message: "it is not an object" };
      return { taken: { kind: "merge", map: new Map(Object.entries(value)), cut: false } };
    case "append":
      if (!Array.isArray(value)) return { code: "registry/not-a-list", message: "it is not a list" };
      return { taken: { kind: "append", list: value, cut: false } };
  }
}

/** A literal may hold an entry called "entries", but no entry is a `Map`. */
const isLayerData = (written: Written): written is LayerData<PlainObject> => written.entries instanceof Map;
