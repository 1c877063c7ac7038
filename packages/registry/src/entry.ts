import { type Places } from "./layer.ts";
import {
  defineOwn,
  deepFreeze,
  filterObject,
  isPlainObject,
  isSame,
  mayHold,
  overlaid,
  type PlainObject,
} from "./plain.ts";
import { type Where } from "./problem.ts";
import { type Joining } from "./rule.ts";

/** What a run of layers says about one name. */
export interface Composed {
  /** A tombstone: nothing from below joins any more. */
  readonly cut: boolean;
  /** Some layer, after the last tombstone, defines the entry. */
  readonly defined: boolean;
  /**
   * The fields that anything is said about. A `null` stays, as do the `null` keys of a map, until {@link resolveEntry}:
   * dropped any earlier, the result would depend on which layers were composed first.
   */
  readonly said: PlainObject;
  /** Fields whose values would join what is below, were it not for a `null` within the run. */
  readonly reset: ReadonlySet<string> | undefined;
}

/** What one layer says about one name. */
export interface Entry extends Composed {
  readonly part: Part;
  /** What earlier parts of the layer say about it, lowest first. None of it counts. */
  readonly replaced: readonly Entry[] | undefined;
}

/** Where entries of a layer come from. */
export interface Part {
  readonly layer: string;
  readonly source: string | undefined;
  readonly where: Places | undefined;
}

const NOTHING: PlainObject = Object.freeze({});

export const patchEntry = (said: PlainObject, part: Part): Entry => ({
  cut: false,
  defined: true,
  said,
  reset: undefined,
  part,
  replaced: undefined,
});

export const tombstone = (part: Part): Entry => ({ ...patchEntry(NOTHING, part), cut: true, defined: false });

/** Joins two values of a field, or gives the low one back when they cannot be joined. */
export type JoinFields = (joining: Joining, low: unknown, high: unknown) => unknown;

/** Puts the entry of a higher layer over that of a lower one. Associative; a layer without it is left out. */
export function composeEntries(low: Composed, high: Composed, joins: readonly Joining[], join: JoinFields): Composed {
  if (high.cut) return high;
  let said = overlaid(low.said, high.said);
  let { reset } = low;
  for (const joining of joins) {
    const { field } = joining;
    if (!Object.hasOwn(high.said, field)) continue;
    const above = high.said[field];
    const isBelow = Object.hasOwn(low.said, field);
    const below = isBelow ? low.said[field] : undefined;
    const isAlone = above === null || high.reset?.has(field) === true || !isBelow || below === null;
    const joined = isAlone ? above : join(joining, below, above);
    if (joined !== above) said = withField(said === high.said ? { ...said } : said, field, joined);
    const isReset =
      above !== null && (high.reset?.has(field) === true || below === null || low.reset?.has(field) === true);
    if (isReset !== (reset?.has(field) === true)) reset = toggled(reset, field);
  }
  return { cut: low.cut, defined: high.defined, said, reset };
}

function withField(object: PlainObject, field: string, value: unknown): PlainObject {
  defineOwn(object, field, value);
  return object;
}

function toggled(set: ReadonlySet<string> = new Set(), item: string): ReadonlySet<string> | undefined {
  const other = new Set(set);
  if (!other.delete(item)) other.add(item);
  return other.size === 0 ? undefined : other;
}

/** Turns a composed entry into what readers see, frozen all the way down; `undefined` when a tombstone hides it. */
export function resolveEntry({ defined, said }: Composed, joins: readonly Joining[]): PlainObject | undefined {
  if (!defined) return undefined;
  let value = said;
  for (const { field, rule } of joins) {
    const map = rule === "merge" && Object.hasOwn(value, field) ? value[field] : undefined;
    if (!isPlainObject(map) || !mayHold(map, null)) continue;
    const resolved = { ...value };
    defineOwn(
      resolved,
      field,
      filterObject(map, (_, item) => item !== null),
    );
    value = resolved;
  }
  const read = mayHold(value, null) ? filterObject(value, (_, item) => item !== null) : value;
  deepFreeze(read);
  return read;
}

/** Says whether a layer says the same about a name as before, wherever it says it. */
export function isSameEntry(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.cut !== b.cut || a.part.source !== b.part.source || !isSame(a.said, b.said)) return false;
  const [before = [], after = []] = [a.replaced, b.replaced];
  return before.length === after.length && before.every((entry, i) => isSameEntry(entry, after[i]));
}

/** Tells where something was said. */
export const placeOf = (
  part: Part,
  name: string,
  ...path: readonly [field?: string, key?: string, ...string[]]
): Where =>
  part.source === undefined
    ? { layer: part.layer, ...part.where?.(name, ...path) }
    : { layer: part.layer, source: part.source, ...part.where?.(name, ...path) };
