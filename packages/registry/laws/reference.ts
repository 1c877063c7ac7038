/**
 * What merging means, said a second time and in another way: field by field, from the top layer down, as a person
 * reads a stack of files. The laws hold the registry to it.
 */
import { type Rule } from "../src/index.ts";
import { isPlainObject } from "../src/plain.ts";
import { type Literal, RULES } from "./layers.ts";

export const own = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;

const FITS: Readonly<Record<Rule, (value: unknown) => boolean>> = {
  replace: () => true,
  merge: isPlainObject,
  append: Array.isArray,
};

/** Whether a layer says something about a field that counts. */
export function says(layer: Literal, name: string, field: string): boolean {
  const value = own(own(layer, name), field);
  return value === null || (value !== undefined && FITS[RULES.get(field) ?? "replace"](value));
}

/** Whether the topmost layer that names the entry defines it. */
export function isDefined(layers: readonly Literal[], name: string): boolean {
  const top = layers.findLast((layer) => Object.hasOwn(layer, name));
  return top !== undefined && own(top, name) !== null;
}

export function readField(layers: readonly Literal[], name: string, field: string): unknown {
  const rule = RULES.get(field) ?? "replace";
  let parts: readonly unknown[] = [];
  for (const layer of layers.toReversed()) {
    if (own(layer, name) === null) break;
    if (!says(layer, name, field)) continue;
    const value = own(own(layer, name), field);
    if (value === null) break;
    parts = [value, ...parts];
    if (rule === "replace") break;
  }
  if (parts.length === 0 || rule === "replace") return parts[0];
  if (rule === "append") return parts.flat();
  const pairs = parts.flatMap((part) => (isPlainObject(part) ? Object.entries(part) : []));
  return Object.fromEntries([...new Map(pairs)].filter(([, value]) => value !== null));
}
