import { isPlainObject, overlaid } from "./plain.ts";
import { type StandardSchema } from "./schema.ts";

/**
 * How a field of a higher layer meets the same field below: `replace` (the default) takes the higher value whole;
 * `merge` joins maps key by key, where `null` deletes a key; `append` puts the higher list after the lower one. Any
 * other way is a {@link Join}.
 */
export type Rule<V = unknown> = (typeof RULES)[number] | Join<V>;

export const RULES = ["replace", "merge", "append"] as const;

/**
 * A rule of your own. Both functions get frozen values, must depend on nothing else, and may be called at any time.
 *
 * `join` must be associative, `join(join(a, b), c)` the same as `join(a, join(b, c))`: else the value depends on which
 * layers are joined first. The registry cannot check that; a property test can. It must take whatever `accepts` does,
 * and what it returns must be accepted as well.
 *
 * One that throws takes nothing else down: the higher value counts as not said, and there is a problem.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createRegistry } from "@polyglav/registry";
 *
 * const limits = createRegistry<{ seconds: number }>({
 *   layers: ["company", "team"],
 *   rules: { seconds: { accepts: Number.isFinite, join: Math.min } }, // a limit is never raised
 * });
 * limits.set("company", { build: { seconds: 60 } });
 * limits.set("team", { build: { seconds: 600 } });
 *
 * assert.deepEqual(limits.get("build"), { seconds: 60 });
 * ```
 */
export interface Join<V> {
  /** Whether a value can be joined. One that cannot is a problem, and counts as not said. */
  readonly accepts: (value: unknown) => boolean;
  /** Joins what the layers below say with what one layer says; never called with `null`. */
  readonly join: (low: V, high: V) => V;
}

/** What there is to know about a field that is not simply replaced as it was written. */
export interface FieldRule {
  readonly field: string;
  readonly rule: Rule;
  readonly schema: StandardSchema | undefined;
}

/** A field whose values meet. */
export interface Joining {
  readonly field: string;
  readonly rule: Exclude<Rule, "replace">;
}

export const isJoining = (field: FieldRule): field is FieldRule & Joining => field.rule !== "replace";

/**
 * Joins two values that the rule has taken in. Keys of a map that are `null` stay: dropped any earlier than at the
 * end, the result would depend on which layers were composed first.
 */
export function joinValues(rule: Joining["rule"], low: unknown, high: unknown): unknown {
  if (typeof rule === "object") return rule.join(low, high);
  if (isPlainObject(low) && isPlainObject(high)) return overlaid(low, high);
  if (Array.isArray(low) && Array.isArray(high)) return [...(low as unknown[]), ...(high as unknown[])];
  return high;
}
