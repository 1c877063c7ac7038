import { type Node } from "jsonc-parser";
import { defineOwn } from "../plain.ts";

/** A way into a document: keys of objects and indexes of lists. */
export type JsonPath = readonly (string | number)[];

/** A key of an object, and the value it has. */
export interface Property {
  readonly key: string;
  readonly keyNode: Node;
  readonly valueNode: Node;
}

/** Lists the keys of an object in the order of the text, repeated ones included. */
export function propertiesOf(node: Node): readonly Property[] {
  return (node.children ?? []).flatMap(({ children: [keyNode, valueNode] = [] }) => {
    const key: unknown = keyNode?.value;
    return keyNode === undefined || valueNode === undefined || typeof key !== "string"
      ? []
      : [{ key, keyNode, valueNode }];
  });
}

/** Finds a key of an object; of repeated ones the last, which is the one that readers take. */
export function propertyOf(node: Node, key: string): Property | undefined {
  const known = byKey.get(node);
  if (known !== undefined) return known.get(key);
  const properties = new Map(propertiesOf(node).map((property) => [property.key, property]));
  byKey.set(node, properties);
  return properties.get(key);
}

// Someone who asks where one entry is asks for all of them; trees are never changed.
const byKey = new WeakMap<Node, ReadonlyMap<string, Property>>();

/** Builds the value of a node as `JSON.parse` would: the last of several equal keys counts, `__proto__` is a key. */
export function valueOf(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(valueOf);
  if (node.type !== "object") return node.value;
  const value: Record<string, unknown> = {};
  for (const { key, valueNode } of propertiesOf(node)) defineOwn(value, key, valueOf(valueNode));
  return value;
}

/**
 * Finds where a path leads: to the key for a key, to the value for an index. When it leads to nothing, the nearest
 * thing on the way is where a person has to look.
 */
export function nodeAt(root: Node, path: JsonPath): Node {
  let place = root;
  let value = root;
  for (const segment of path) {
    if (typeof segment === "number") {
      const item = value.type === "array" ? value.children?.[segment] : undefined;
      if (item === undefined) return place;
      place = value = item;
    } else {
      const property = value.type === "object" ? propertyOf(value, segment) : undefined;
      if (property === undefined) return place;
      place = property.keyNode;
      value = property.valueNode;
    }
  }
  return place;
}

/** A key that is written again later in the same object, so that its value is lost. */
export interface RepeatedKey {
  readonly path: JsonPath;
  readonly key: string;
  readonly lost: Node;
  readonly kept: Node;
}

/** Finds every key that is written more than once in one object, at any depth, in the order of the text. */
export function repeatedKeys(node: Node, path: JsonPath = []): readonly RepeatedKey[] {
  if (node.type === "array") return (node.children ?? []).flatMap((item, i) => repeatedKeys(item, [...path, i]));
  if (node.type !== "object") return [];
  const seen = new Map<string, Node>();
  return propertiesOf(node).flatMap(({ key, keyNode, valueNode }) => {
    const inside = [...path, key];
    const lost = seen.get(key);
    seen.set(key, keyNode);
    const repeated = lost === undefined ? [] : [{ path: inside, key, lost, kept: keyNode }];
    return [...repeated, ...repeatedKeys(valueNode, inside)];
  });
}
