/**
 * Plain data: what JSON can say. Objects whose prototype is `Object.prototype` or `null`, and arrays, are copied and
 * frozen all the way down; anything else (a date, a function, a class instance) is taken as one opaque value.
 */
export type PlainObject = Readonly<Record<string, unknown>>;

/** Deeper data than this is refused, so that no later reader runs out of stack. */
export const MAX_DEPTH = 200;

export type Frozen = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly state: string };

export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A prototype without a prototype is the `Object.prototype` of this realm or of another one.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Defines an own property whatever its name: a plain assignment to `__proto__` would set the prototype. */
export function defineOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
}

/** Makes an object that inherits nothing, so that looking up any name finds own properties only. */
export function bareObject<V>(): Record<string, V> {
  const bare: Record<string, V> = {};
  Object.setPrototypeOf(bare, null);
  return bare;
}

/** Copies plain data and freezes the copy. Keys whose value is `undefined` are dropped, as JSON drops them. */
export function frozenCopy(value: unknown): Frozen {
  if (typeof value !== "object") return { ok: true, value };
  try {
    return { ok: true, value: copy(value, 0, new Map()) };
  } catch (error) {
    if (error instanceof NotPlain) return { ok: false, state: error.message };
    throw error;
  }
}

/** Unwinds a copy that cannot be finished; it never leaves this file. */
class NotPlain extends Error {}

/** Invariant: `copies` maps each object under copy to `undefined` and each copied one to its copy. */
function copy(value: unknown, depth: number, copies: Map<object, unknown>): unknown {
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) return value;
  if (copies.has(value)) {
    const finished = copies.get(value);
    if (finished === undefined) throw new NotPlain("it contains itself");
    return finished;
  }
  if (depth === MAX_DEPTH) throw new NotPlain(`it is nested more than ${MAX_DEPTH} levels deep`);
  copies.set(value, undefined);
  const copied = isList ? value.map((item) => copy(item, depth + 1, copies)) : copyObject(value, depth, copies);
  copies.set(value, Object.freeze(copied));
  return copied;
}

function copyObject(value: PlainObject, depth: number, copies: Map<object, unknown>): PlainObject {
  const copied: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) defineOwn(copied, key, copy(item, depth + 1, copies));
  }
  return copied;
}

/** Says whether two values look the same to every reader, the order of keys included: JSON shows it. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const keys = Object.keys(b);
  const entries = Object.entries(a);
  return entries.length === keys.length && entries.every(([key, item], i) => key === keys[i] && isSame(item, b[key]));
}
