import { type Entry, type Part, patchEntry, placeOf, tombstone } from "./entry.ts";
import { type LayerContent, type LayerData, type LayerPart, type Places } from "./layer.ts";
import { copyPlain, copyTrees, defineOwn, filterObject, isPlainObject, mayHold, type PlainObject } from "./plain.ts";
import { type Problem } from "./problem.ts";
import { type FieldRule } from "./rule.ts";
import { isFitting, type Refusal, takeInValue } from "./take-in-value.ts";

/** A layer after intake: copied, and every value one that its rule can join. */
export interface Taken {
  readonly entries: Map<string, Entry>;
  readonly problems: readonly Problem[];
}

/** What is taken in, and how. */
export interface Intake {
  readonly part: Part;
  readonly isOwned: boolean;
  readonly fields: readonly FieldRule[];
  readonly problems: Problem[];
}

/**
 * Takes a layer in. A value that its rule cannot join is refused here, as a problem, and counts as not said: deciding
 * it while merging ("if one side is no list, replace") would make the result depend on the grouping.
 */
export function takeIn(layer: string, content: LayerContent<PlainObject>, fields: readonly FieldRule[]): Taken {
  const entries = new Map<string, Entry>();
  const problems: Problem[] = [];
  for (const { written, source, where, owned } of partsOf(content)) {
    const intake = { part: { layer, source, where }, isOwned: owned === true, fields, problems };
    for (const [name, patch] of written) {
      const entry = takeInEntry(name, patch, intake);
      if (entry === undefined) continue;
      const earlier = source === undefined ? undefined : entries.get(name);
      entries.set(name, earlier === undefined ? entry : { ...entry, replaced: [...(earlier.replaced ?? []), earlier] });
      if (earlier !== undefined) problems.push(sameName(name, earlier.part, source));
    }
  }
  return { entries, problems };
}

/** Takes in what a layer says about one name; `undefined` when that is nothing, or nothing that can be taken in. */
export function takeInEntry(
  name: string,
  patch: unknown,
  { part, isOwned, fields, problems }: Intake,
): Entry | undefined {
  if (patch === undefined) return undefined;
  if (patch === null) return tombstone(part);
  if (!isPlainObject(patch)) {
    const message = `Cannot take in entry "${name}": it is not an object`;
    problems.push({ code: "registry/not-an-entry", severity: "error", message, ...placeOf(part, name), name });
    return undefined;
  }
  const refuse = (field: string, { code, state, path = [] }: Refusal): void => {
    const message = `Cannot take in field "${field}" of "${name}": ${state}`;
    problems.push({ code, severity: "error", message, ...placeOf(part, name, field, ...path), name, field });
  };
  const said = isOwned ? ownFields(patch) : copyFields(patch, refuse);
  return patchEntry(fields.length === 0 ? said : takeInFields(said, fields, refuse), part);
}

type Refuse = (field: string, refusal: Refusal) => void;

const isSaid = (_: string, value: unknown): boolean => value !== undefined;

const ownFields = (patch: PlainObject): PlainObject =>
  mayHold(patch, undefined) ? filterObject(patch, isSaid) : patch;

function copyFields(patch: PlainObject, refuse: Refuse): PlainObject {
  const copied = copyTrees(patch);
  if (copied !== undefined) return copied;
  const said: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(patch)) {
    const one = copyPlain(value);
    if (!one.ok) refuse(field, { code: "registry/not-plain-data", state: one.state });
    else if (one.value !== undefined) defineOwn(said, field, one.value);
  }
  return said;
}

function takeInFields(said: PlainObject, fields: readonly FieldRule[], refuse: Refuse): PlainObject {
  let taken = said;
  for (const rule of fields) {
    const { field } = rule;
    const written = Object.hasOwn(said, field) ? said[field] : undefined;
    if (written === undefined || written === null || isFitting(rule, written)) continue;
    const result = takeInValue(rule, written);
    if (result.ok && result.value === written) continue;
    taken = taken === said ? { ...said } : taken;
    defineOwn(taken, field, result.ok ? result.value : undefined);
    if (!result.ok) for (const refusal of result.refusals) refuse(field, refusal);
  }
  return taken === said ? said : filterObject(taken, isSaid);
}

interface Written {
  readonly written: Iterable<readonly [name: string, patch: unknown]>;
  readonly source?: string;
  readonly where?: Places | undefined;
  readonly owned?: boolean | undefined;
}

function partsOf(content: LayerContent<PlainObject>): readonly Written[] {
  if (hasParts(content)) return content.map((part) => ({ ...part, written: part.entries }));
  if (isLayerData(content)) return [{ where: content.where, owned: content.owned, written: content.entries }];
  return [{ written: Object.keys(content).map((name) => [name, content[name]] as const) }];
}

const hasParts = (content: LayerContent<PlainObject>): content is readonly LayerPart<PlainObject>[] =>
  Array.isArray(content);

/** A literal may hold an entry called "entries", but no entry is a `Map`. */
const isLayerData = (content: LayerContent<PlainObject>): content is LayerData<PlainObject> =>
  "entries" in content && content.entries instanceof Map;

function sameName(name: string, loser: Part, winner: string | undefined): Problem {
  const message = `Cannot use entry "${name}" of "${loser.source ?? ""}": "${winner ?? ""}" has one of that name, and comes later`;
  return { code: "registry/same-name", severity: "warning", message, ...placeOf(loser, name), name };
}
