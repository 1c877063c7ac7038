import {
  compareCodePoints,
  type Explanation,
  type FieldExplanation,
  type Shadowed,
  type Where,
} from "@polyglav/registry";
import { type Layer, LAYERS } from "../layers.ts";
import { isSame } from "../same.ts";

/** One thing that higher layers say otherwise. */
export interface Difference {
  readonly field: string;
  /** The key, of a field whose keys are merged. */
  readonly key?: string;
  /** What the lower layers make of it; `undefined` where they say nothing. */
  readonly was: unknown;
  /** What all layers make of it; `undefined` where it was taken away. */
  readonly is: unknown;
  /** Who says so, or takes it away. */
  readonly from: Where;
}

/**
 * Compares a role, team or skill with what the layers up to one make of it, field by field, and key by key where keys are
 * merged, in code-point order. All that it needs is the explanation of the entry: what a higher layer hides is in it.
 * One that only higher layers define differs in all that it says; one that they hide, in all that was said below.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { diffEntry } from "@polyglav/catalog/analysis";
 *
 * const local = { writer: { model: "local/qwen3", tool_permission: { bash: "ask" } } };
 * const { roles } = createCatalog({ trusted: true, roles: { local } });
 * const explained = roles.explain("writer");
 *
 * assert.deepEqual(explained && diffEntry(explained, "bundled"), [
 *   { field: "model", was: undefined, is: "local/qwen3", from: { layer: "local" } },
 *   { field: "tool_permission", key: "bash", was: "deny", is: "ask", from: { layer: "local" } },
 * ]);
 * ```
 */
export function diffEntry(explained: Explanation<object>, against: Layer): readonly Difference[] {
  const fields: readonly (readonly [string, FieldExplanation])[] = Object.entries(explained.fields);
  return fields
    .toSorted(([a], [b]) => compareCodePoints(a, b))
    .flatMap(([field, { value, from, shadowed, keys }]): readonly Difference[] => {
      const { cuts = [] } = explained;
      if (keys === undefined) return differenceOf({ field }, { value, from: from.at(-1), shadowed, cuts }, against);
      // A whole map that was taken away takes its keys along.
      const taken = [...cuts, ...shadowed.filter((said) => said.value === null)];
      return Object.entries(keys)
        .toSorted(([a], [b]) => compareCodePoints(a, b))
        .flatMap(([key, each]) => differenceOf({ field, key }, { ...each, cuts: taken }, against));
    });
}

interface Said {
  readonly value: unknown;
  readonly from: Where | undefined;
  readonly shadowed: readonly Shadowed[];
  /** Nothing from below one of these counts. */
  readonly cuts: readonly Where[];
}

function differenceOf(
  named: Pick<Difference, "field" | "key">,
  { value: is, from, shadowed, cuts }: Said,
  against: Layer,
): readonly Difference[] {
  const isBelow = (where: Where): boolean => rankOf(where) <= LAYERS.indexOf(against);
  if (from === undefined || isBelow(from)) return [];
  const floor = Math.max(-1, ...cuts.filter(isBelow).map(rankOf));
  // Of those that count below, the highest; a tombstone among them said that there is nothing.
  const was = shadowed.findLast((said) => isBelow(said) && rankOf(said) > floor)?.value ?? undefined;
  return isSame(was, is) ? [] : [{ ...named, was, is, from }];
}

const rankOf = ({ layer }: Where): number => LAYERS.findIndex((one) => one === layer);
