/**
 * Plain data: what JSON can say. Objects whose prototype is `Object.prototype` or `null`, and arrays, are copied and
 * frozen all the way down; anything else (a date, a function, a class instance) is taken as one opaque value.
 */
export type PlainObject = Readonly<Record<string, unknown>>;

/** Deeper data than this is refused, so that no later reader runs out of stack. */
export const MAX_DEPTH = 200;

export type Copied = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly state: string };

export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A prototype without a prototype is the `Object.prototype` of this realm or of another one.
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
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

/**
 * Puts the properties of one object over those of another. Most layers say something about the same keys as the layer
 * below, in the same order: then the higher object is the answer, and nothing is copied.
 */
export function overlaid(low: PlainObject, high: PlainObject): PlainObject {
  const keys = Object.keys(low);
  let i = 0;
  for (const key in high) if (key !== keys[i++]) return { ...low, ...high };
  if (i < keys.length) return { ...low, ...high };
  return high;
}

/** Keeps the properties that a test keeps, in their order. */
export function filterObject(object: PlainObject, keeps: (key: string, value: unknown) => boolean): PlainObject {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(object)) if (keeps(key, value)) defineOwn(kept, key, value);
  return kept;
}

/**
 * Copies plain data. Keys whose value is `undefined` are dropped, as JSON drops them. The copy is not frozen yet:
 * nobody sees it before {@link deepFreeze}, and most of what is written in layers is never read.
 */
export function copyPlain(value: unknown): Copied {
  try {
    return { ok: true, value: copyGraph(value, 0, new Map()) };
  } catch (error) {
    if (error instanceof NotPlain) return { ok: false, state: error.message };
    throw error;
  }
}

/**
 * Copies an object as {@link copyPlain} copies each of its values, several times faster, where they are trees of
 * ordinary size: `undefined` when that is not so.
 */
export function copyTrees(object: PlainObject): PlainObject | undefined {
  try {
    return copyEntries(object, 0, { left: MOST_OBJECTS });
  } catch (error) {
    if (error instanceof NotTree) return undefined;
    throw error;
  }
}

/** Unwinds a copy that cannot be finished; they never leave this file. */
class NotTree extends Error {}
class NotPlain extends Error {}

/** What has more objects may be the same ones over and over, nested: copying it as a tree could take forever. */
const MOST_OBJECTS = 10_000;

interface Budget {
  left: number;
}

function copyTree(value: object, depth: number, budget: Budget): unknown {
  if (depth === MAX_DEPTH || budget.left-- === 0) throw new NotTree();
  if (Array.isArray(value)) {
    const list: unknown[] = [...(value as unknown[])];
    for (let i = 0; i < list.length; i++) {
      const item = list[i];
      if (typeof item === "object" && item !== null) list[i] = copyTree(item, depth + 1, budget);
    }
    return list;
  }
  return isPlainObject(value) ? copyEntries(value, depth + 1, budget) : value;
}

function copyEntries(object: PlainObject, depth: number, budget: Budget): PlainObject {
  const copied: Record<string, unknown> = { ...object };
  let hasUndefined = false;
  for (const key of Object.keys(copied)) {
    const item = copied[key];
    // An own `__proto__` is there already, so that assigning to it sets no prototype.
    if (typeof item === "object" && item !== null) copied[key] = copyTree(item, depth, budget);
    else if (item === undefined) hasUndefined = true;
  }
  return hasUndefined ? filterObject(copied, (_, item) => item !== undefined) : copied;
}

/** Invariant: `copies` maps each object under copy to `undefined` and each copied one to its copy. */
function copyGraph(value: unknown, depth: number, copies: Map<object, unknown>): unknown {
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) return value;
  if (copies.has(value)) {
    const finished = copies.get(value);
    if (finished === undefined) throw new NotPlain("it contains itself");
    return finished;
  }
  if (depth === MAX_DEPTH) throw new NotPlain(`it is nested more than ${MAX_DEPTH} levels deep`);
  copies.set(value, undefined);
  const copied: unknown = isList
    ? value.map((item) => copyGraph(item, depth + 1, copies))
    : copyObject(value, depth, copies);
  copies.set(value, copied);
  return copied;
}

function copyObject(value: PlainObject, depth: number, copies: Map<object, unknown>): PlainObject {
  const copied: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) defineOwn(copied, key, copyGraph(item, depth + 1, copies));
  }
  return copied;
}

/** Freezes plain data all the way down. What is frozen within it is so all the way down: it comes from here. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    Object.freeze(value);
    for (const item of value as readonly unknown[]) freezeWithin(item);
  } else if (isPlainObject(value)) {
    Object.freeze(value);
    // This loop allocates nothing; what it finds in a prototype that somebody wrote into is left alone.
    for (const key in value) {
      const item = value[key];
      if (typeof item === "object" && item !== null && Object.hasOwn(value, key)) freezeWithin(item);
    }
  }
}

function freezeWithin(value: unknown): void {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) deepFreeze(value);
}

/** Says whether a key may have this value: `true` also where only a prototype has it, which nobody should rely on. */
export function mayHold(object: PlainObject, value: null | undefined): boolean {
  for (const key in object) if (object[key] === value) return true;
  return false;
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
