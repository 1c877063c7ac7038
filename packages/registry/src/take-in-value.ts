import { copyPlain, deepFreeze, defineOwn, filterObject, isPlainObject } from "./plain.ts";
import { type FieldRule, type Rule } from "./rule.ts";
import { type StandardSchema, thrown, validate } from "./schema.ts";

/** Why a value was not taken in. */
export interface Refusal {
  readonly code: string;
  readonly state: string;
  /** The keys that lead to what is wrong within the value. */
  readonly path?: readonly string[];
}

export type TakenValue =
  /** `undefined` says nothing. */
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** Says at once of the common case, a rule without a schema, whether it takes a value as it is. */
export const isFitting = ({ rule, schema }: FieldRule, written: unknown): boolean =>
  schema === undefined && (rule === "merge" ? isPlainObject(written) : rule === "append" && Array.isArray(written));

/** Takes in a value, not `null`, of a field that has a rule or a schema. The value is ours to freeze. */
export function takeInValue({ rule, schema }: FieldRule, written: unknown): TakenValue {
  const checked = schema === undefined ? { ok: true as const, value: written } : check(rule, schema, written);
  if (!checked.ok || checked.value === undefined) return checked;
  const refusal = refusalOf(rule, checked.value);
  return refusal === undefined ? checked : { ok: false, refusals: [refusal] };
}

/**
 * Asks the schema. With rule `merge` it does not see the keys that are `null`, which are no values, and a key that
 * only the schema adds does not count: nobody wrote it, and it would hide what a lower layer says about that key.
 */
function check(rule: Rule, schema: StandardSchema, written: unknown): TakenValue {
  const isMap = rule === "merge" && isPlainObject(written);
  const shown = isMap ? filterObject(written, (_, item) => item !== null) : written;
  deepFreeze(shown);
  const validated = validate(schema, shown);
  if (!validated.ok) {
    return { ok: false, refusals: validated.faults.map((fault) => ({ code: "registry/wrong-value", ...fault })) };
  }
  const { value } = validated;
  if (value === shown) return { ok: true, value: written };
  if (value === null) return { ok: true, value: undefined };
  const copied = copyPlain(value);
  if (!copied.ok) return { ok: false, refusals: [{ code: "registry/not-plain-data", state: copied.state }] };
  if (!isMap || !isPlainObject(copied.value)) return copied;
  const map: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(written)) {
    if (item === null) defineOwn(map, key, null);
    else if (Object.hasOwn(copied.value, key)) defineOwn(map, key, copied.value[key]);
  }
  return { ok: true, value: map };
}

function refusalOf(rule: Rule, value: unknown): Refusal | undefined {
  if (rule === "replace") return undefined;
  if (rule === "merge") {
    return isPlainObject(value) ? undefined : { code: "registry/not-a-map", state: "it is not an object" };
  }
  if (rule === "append") {
    return Array.isArray(value) ? undefined : { code: "registry/not-a-list", state: "it is not a list" };
  }
  deepFreeze(value);
  try {
    return rule.accepts(value) ? undefined : { code: "registry/not-accepted", state: "its rule does not accept it" };
  } catch (error) {
    return { code: "registry/not-accepted", state: `its rule threw ${thrown(error)}` };
  }
}
