/**
 * What merging means, said a second time and in another way: field by field, from the top layer down, as a person
 * reads a stack of files. The laws hold the registry to it.
 */
import { isPlainObject } from "../src/plain.ts";
import { kindOf, type Literal } from "./layers.ts";

export const own = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;

const FITS: Readonly<Record<ReturnType<typeof kindOf>, (value: unknown) => boolean>> = {
  replace: () => true,
  merge: isPlainObject,
  append: Array.isArray,
  union: (value) => Array.isArray(value) && value.every((item, i) => value.indexOf(item) === i),
};

/** Whether a layer says something about a field that counts. */
export function says(layer: Literal, name: string, field: string): boolean {
  const value = own(own(layer, name), field);
  return value === null || (value !== undefined && FITS[kindOf(field)](value));
}

/** Whether the topmost layer that names the entry defines it. */
export function isDefined(layers: readonly Literal[], name: string): boolean {
  const top = layers.findLast((layer) => Object.hasOwn(layer, name));
  return top !== undefined && own(top, name) !== null;
}

export function readField(layers: readonly Literal[], name: string, field: string): unknown {
  const kind = kindOf(field);
  let parts: readonly unknown[] = [];
  for (const layer of layers.toReversed()) {
    if (own(layer, name) === null) break;
    if (!says(layer, name, field)) continue;
    const value = own(own(layer, name), field);
    if (value === null) break;
    parts = [value, ...parts];
    if (kind === "replace") break;
  }
  if (parts.length === 0 || kind === "replace") return parts[0];
  if (kind === "append") return parts.flat();
  if (kind === "union") return parts.flat().filter((item, i, all) => all.indexOf(item) === i);
  const pairs = parts.flatMap((part) => (isPlainObject(part) ? Object.entries(part) : []));
  return Object.fromEntries([...new Map(pairs)].filter(([, value]) => value !== null));
}
