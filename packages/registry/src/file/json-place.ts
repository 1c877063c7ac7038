import { type Node } from "jsonc-parser";
import { defineOwn, isPlainObject } from "../plain.ts";
import { type JsonPath, propertyOf } from "./json-tree.ts";

/** Where a path leads. */
export interface Found {
  /** What is at the path. */
  readonly node?: Node;
  /** What holds the last segment that was looked for, and how many segments lead to it. */
  readonly container?: Node;
  readonly depth: number;
}

/** Follows a path as far as it leads. */
export function find(root: Node, path: JsonPath): Found {
  let node = root;
  let container: Node | undefined;
  for (const [depth, segment] of path.entries()) {
    const child = childOf(node, segment);
    if (child === undefined) return { container: node, depth };
    [container, node] = [node, child];
  }
  return { node, depth: path.length - 1, ...(container !== undefined && { container }) };
}

function childOf(node: Node, segment: string | number): Node | undefined {
  if (typeof segment === "number") return node.type === "array" ? node.children?.[segment] : undefined;
  return node.type === "object" ? propertyOf(node, segment)?.valueNode : undefined;
}

/** Says why a container cannot get what it has not. */
export function whyNotIn({ container, depth }: Found, path: JsonPath): string | undefined {
  const segment = path[depth];
  const place = depth === 0 ? "it" : show(path.slice(0, depth));
  if (container === undefined || (container.type === "object" && typeof segment === "string")) return undefined;
  if (container.type === "object") return `${place} is an object, which has no index ${String(segment)}`;
  if (container.type !== "array") return `${place} is neither an object nor a list`;
  const { length } = container.children ?? [];
  if (segment === length) return undefined;
  if (typeof segment === "string") return `${place} is a list, which has no key ${JSON.stringify(segment)}`;
  return `${place} is a list of ${length}, which has no index ${String(segment)}`;
}

/** Wraps a value in the objects and lists that a path names. */
export function nest(path: JsonPath, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, segment) => {
    if (typeof segment === "number") return [inner];
    const object: Record<string, unknown> = {};
    defineOwn(object, segment, inner);
    return object;
  }, value);
}

/** The same value with another one at a path that can be set. */
export function withValue(value: unknown, [segment, ...rest]: JsonPath, inner: unknown): unknown {
  if (segment === undefined) return inner;
  if (Array.isArray(value)) {
    const [items, index]: [unknown[], number] = [Array.from<unknown>(value), Number(segment)];
    items[index] = withValue(items[index], rest, inner);
    return items;
  }
  if (!isPlainObject(value)) return nest([segment, ...rest], inner);
  const object: Record<string, unknown> = { ...value };
  const own = Object.hasOwn(value, segment) ? value[segment] : undefined;
  defineOwn(object, String(segment), withValue(own, rest, inner));
  return object;
}

/** The same value without what is at a path. */
export function withoutValue(value: unknown, [segment, ...rest]: JsonPath): unknown {
  if (Array.isArray(value)) {
    const index = Number(segment);
    return rest.length === 0 ? value.toSpliced(index, 1) : value.with(index, withoutValue(value[index], rest));
  }
  const object: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value ?? {})) {
    if (key !== segment) defineOwn(object, key, item);
    else if (rest.length > 0) defineOwn(object, key, withoutValue(item, rest));
  }
  return object;
}

/** A path as people write it, such as `"writer.tags[0]"`; a segment that could be misread is in quotes of its own. */
export function show(path: JsonPath): string {
  if (path.length === 0) return "the whole value";
  const text = path.reduce<string>((shown, segment) => {
    if (typeof segment === "number") return `${shown}[${segment}]`;
    const word = /^[\w$*-]+$/.test(segment) ? segment : JSON.stringify(segment);
    return shown === "" ? word : `${shown}.${word}`;
  }, "");
  return path.length === 1 && typeof path[0] === "string" ? JSON.stringify(path[0]) : `"${text}"`;
}
