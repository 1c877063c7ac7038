import { type Position } from "@polyglav/registry";
import { type WrittenLayer } from "./layers.ts";
import { isObject } from "./subject.ts";

/** The fields that layers merge by key, so that two halves of one layer do as well. */
const MAPS: readonly string[] = ["tool_permission", "grant_permission", "ask_policy"];

/**
 * Puts two halves of one layer over each other, as layers of their own would be: field by field, maps of permissions by
 * key, the higher half first. So a deny of the lower half stays a deny until the higher one names it.
 */
export function stackLayers(high: WrittenLayer, low: WrittenLayer): WrittenLayer {
  if (low.entries.size === 0 && low.readable !== false && (low.problems ?? []).length === 0) return high;
  const entries = new Map<string, unknown>(low.entries);
  for (const [name, entry] of high.entries) {
    entries.set(name, stackEntries(entry, low.entries.get(name)));
  }
  const isHigh = (name: string, path: readonly (string | undefined)[]): boolean =>
    high.entries.has(name) && says(high.entries.get(name), low.entries.get(name), path);
  return {
    entries,
    problems: [...(low.problems ?? []), ...(high.problems ?? [])],
    readable: high.readable !== false && low.readable !== false,
    where: (name, field, key, ...within): Position | undefined =>
      (isHigh(name, [field, key]) ? high : low).where?.(name, field, key, ...within),
  };
}

function stackEntries(high: unknown, low: unknown): unknown {
  if (!isObject(high) || !isObject(low)) return high;
  const fields = new Map(Object.entries(low));
  for (const [field, value] of Object.entries(high)) {
    const below = fields.get(field);
    const joins = MAPS.includes(field) && isObject(value) && isObject(below);
    fields.set(field, joins ? { ...below, ...value } : value);
  }
  return Object.fromEntries(fields);
}

/** Whether the higher half is the one that says something. */
function says(high: unknown, low: unknown, [field, key]: readonly (string | undefined)[]): boolean {
  if (field === undefined || !isObject(high) || !isObject(low)) return true;
  if (!Object.hasOwn(high, field)) return !Object.hasOwn(low, field);
  const [mine, theirs] = [high[field], low[field]];
  if (key === undefined || !MAPS.includes(field) || !isObject(mine) || !isObject(theirs)) return true;
  return Object.hasOwn(mine, key) || !Object.hasOwn(theirs, key);
}
