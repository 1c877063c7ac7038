import { type Composed, composeEntries, type Entry, type JoinFields, placeOf, resolveEntry } from "./entry.ts";
import { copyPlain, deepFreeze, type PlainObject } from "./plain.ts";
import { type Problem } from "./problem.ts";
import { type Joining, joinValues } from "./rule.ts";
import { thrown } from "./schema.ts";

/** What all layers say about one name, and what that gives once somebody asked. */
export interface Named {
  /** Nobody else holds it while this is the edition of its registry. */
  readonly edition: number;
  /** By layer, lowest first. */
  readonly said: (Entry | undefined)[];
  merged: Merging | undefined;
}

export interface Merging {
  readonly value: PlainObject | undefined;
  /** Values that could not be joined with those below; they count as not said. */
  readonly failures: readonly Failure[];
}

export interface Failure {
  readonly entry: Entry;
  readonly field: string;
  readonly state: string;
}

const NO_FAILURES: readonly Failure[] = [];

/** Whether the name has an entry: the topmost layer that says anything about it defines it. */
export function isDefined({ said }: Named): boolean {
  for (let i = said.length - 1; i >= 0; i--) {
    const entry = said[i];
    if (entry !== undefined) return entry.defined;
  }
  return false;
}

/** Merges the layers, once while none of them changes. */
export function mergedOf(named: Named, joins: readonly Joining[]): Merging {
  return (named.merged ??= merge(named.said, joins));
}

function merge(said: readonly (Entry | undefined)[], joins: readonly Joining[]): Merging {
  let failures = NO_FAILURES;
  let composed: Composed | undefined;
  for (let i = lowestThatCounts(said); i < said.length; i++) {
    const entry = said[i];
    if (entry === undefined) continue;
    const join: JoinFields = (joining, low, high) => {
      const joined = tryJoin(joining, low, high);
      if (joined.ok) return joined.value;
      failures = [...failures, { entry, field: joining.field, state: joined.state }];
      return low;
    };
    composed = composed === undefined ? entry : composeEntries(composed, entry, joins, join);
  }
  return { value: composed === undefined ? undefined : resolveEntry(composed, joins), failures };
}

/** What is below the topmost tombstone need not be looked at. */
function lowestThatCounts(said: readonly (Entry | undefined)[]): number {
  for (let i = said.length - 1; i > 0; i--) if (said[i]?.cut === true) return i;
  return 0;
}

type Joined = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly state: string };

/** Joins values by a rule, and takes whatever a rule of somebody else does as a value. */
function tryJoin({ rule }: Joining, low: unknown, high: unknown): Joined {
  if (typeof rule !== "object") return { ok: true, value: joinValues(rule, low, high) };
  // What was joined before is a copy that nobody has frozen yet; what a layer says was frozen when it was taken in.
  deepFreeze(low);
  try {
    const value = joinValues(rule, low, high);
    if (value === low || value === high) return { ok: true, value };
    if (value === undefined || value === null) return { ok: false, state: "its rule gives nothing" };
    return copyPlain(value);
  } catch (error) {
    return { ok: false, state: `its rule threw ${thrown(error)}` };
  }
}

/** What could not be joined, as problems. */
export function joinProblems(name: string, { failures }: Merging): readonly Problem[] {
  return failures.map(({ entry, field, state }) => {
    const message = `Cannot join field "${field}" of "${name}" with what is below: ${state}`;
    return {
      code: "registry/not-joined",
      severity: "error",
      message,
      ...placeOf(entry.part, name, field),
      name,
      field,
    };
  });
}

/** Names the layers that define an entry: those above the last tombstone, lowest first. */
export function definingLayers({ said }: Named): readonly string[] {
  let defining: string[] = [];
  for (const entry of said) {
    if (entry?.cut === true) defining = [];
    else if (entry !== undefined) defining.push(entry.part.layer);
  }
  return defining;
}

/** Names the one layer that defines an entry, or says that it takes several. */
export function originOf(defining: readonly string[]): string | undefined {
  return defining.length > 1 ? "merged" : defining[0];
}
