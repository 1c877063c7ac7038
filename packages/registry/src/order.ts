/**
 * Orders strings by code point, which `Array.sort` alone does not do: it compares UTF-16 units, and those put
 * characters beyond U+FFFF before some that are smaller. No locale has a say, so a listing is the same everywhere.
 * Negative, zero or positive, as `Array.sort` wants it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { compareCodePoints } from "@polyglav/registry";
 *
 * assert.deepEqual(["b", "10", "9", "B"].sort(compareCodePoints), ["10", "9", "B", "b"]);
 * ```
 */
export function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** A surrogate stands for a character above U+FFFF, hence after every unit that stands for itself. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Sorts names by {@link compareCodePoints}, in place. */
export function sortNames(names: string[]): string[] {
  // Without units from U+D800 on, UTF-16 units have the order of code points, and the built-in order is faster.
  return names.some((name) => /[\uD800-\uFFFF]/.test(name)) ? names.sort(compareCodePoints) : names.sort();
}
