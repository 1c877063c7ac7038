import { defineOwn, isPlainObject, MAX_DEPTH } from "../plain.ts";
import { type JsonPath } from "./json-tree.ts";

/** A value as JSON will say it, or the first place in it that JSON cannot say, and why. */
export type JsonValue =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly path: JsonPath; readonly state: string };

/**
 * Copies a value as reading it from a file would give it back. Properties that are `undefined` say nothing and are
 * left out, as in all layers; everything else that `JSON.stringify` would drop or change is a fault.
 */
export function toJsonValue(value: unknown): JsonValue {
  try {
    return { ok: true, value: copy(value, [], new Set()) };
  } catch (error) {
    if (error instanceof NotJson) return { ok: false, path: error.path, state: error.message };
    throw error;
  }
}

/** Unwinds a copy that cannot be finished; it never leaves this file. */
class NotJson extends Error {
  readonly path: JsonPath;
  constructor(path: JsonPath, state: string) {
    super(state);
    this.path = path;
  }
}

/** Invariant: `around` holds the objects that contain the value. */
function copy(value: unknown, path: JsonPath, around: Set<object>): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  // The file would say 0 for -0.
  if (typeof value === "number" && Number.isFinite(value)) return value === 0 ? 0 : value;
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) throw new NotJson(path, `it is ${kindOf(value)}`);
  if (around.has(value)) throw new NotJson(path, "it contains itself");
  if (path.length === MAX_DEPTH) throw new NotJson(path, `it is nested more than ${MAX_DEPTH} levels deep`);
  around.add(value);
  let copied: unknown;
  // Not `map`, which passes over the holes of a list.
  if (isList) copied = Array.from(value, (item: unknown, i) => copy(item, [...path, i], around));
  else {
    const object: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      if (item !== undefined) defineOwn(object, key, copy(item, [...path, key], around));
    }
    copied = object;
  }
  around.delete(value);
  return copied;
}

function kindOf(value: unknown): string {
  if (typeof value === "number" || value === undefined) return String(value);
  if (typeof value !== "object" || value === null) return `a ${typeof value}`;
  return "an object of a class";
}
