import { basename } from "node:path";
import { defineOwn, isPlainObject, type PlainObject } from "../plain.ts";
import { type Problem } from "../problem.ts";
import { type JsonPath, nodeAt, propertiesOf, valueOf } from "./json-tree.ts";
import { type OpenedJson, repeatedProblem } from "./open-json.ts";

/** One entry as the file writes it, in whichever of the two shapes. */
export interface WrittenEntry {
  /** Where in the document it is: `["reviewer"]` or `[3]`. */
  readonly path: JsonPath;
  /** Without `name`, which is the key. `null` is a tombstone; only an object keyed by name can hold one. */
  readonly value: PlainObject | null;
}

export interface WrittenEntries {
  readonly shape: "object" | "array";
  readonly entries: ReadonlyMap<string, WrittenEntry>;
  readonly problems: readonly Problem[];
}

/** Finds the entries of a document; `undefined` when it is neither an object nor a list. */
export function writtenEntries(json: OpenedJson): WrittenEntries | undefined {
  if (json.root.type === "object") return fromObject(json);
  if (json.root.type === "array") return fromArray(json);
  return undefined;
}

function fromObject(json: OpenedJson): WrittenEntries {
  const entries = new Map<string, WrittenEntry>();
  const problems = json.repeated.map((repeated): Problem => {
    const [name, field] = repeated.path;
    return { ...repeatedProblem(json, repeated), ...subject(name, field) };
  });
  // Of a repeated key the last value counts, so an earlier one cannot be wrong any more.
  const nodes = new Map(propertiesOf(json.root).map(({ key, valueNode }) => [key, valueNode]));
  for (const [name, node] of nodes) {
    const value = valueOf(node);
    const path = [name];
    if (value === null) entries.set(name, { path, value });
    else if (isPlainObject(value)) {
      entries.set(name, { path, value: withoutName(value) });
      if (Object.hasOwn(value, "name") && value.name !== name) {
        const message = `Cannot rename entry "${name}" by its field "name": the key is the name`;
        const at = json.at([name, "name"]);
        problems.push({ code: "file/name-in-entry", severity: "warning", message, ...at, ...subject(name, "name") });
      }
    } else {
      const message = `Cannot use entry "${name}": it is neither an object nor null`;
      const at = json.at(path);
      problems.push({ code: "file/not-an-entry", severity: "error", message, ...at, ...subject(name) });
    }
  }
  return { shape: "object", entries, problems };
}

function fromArray(json: OpenedJson): WrittenEntries {
  const values = (json.root.children ?? []).map(valueOf);
  const names = values.map((value) => (isPlainObject(value) ? nameOf(value) : undefined));
  const entries = new Map<string, WrittenEntry>();
  const problems = json.repeated.map((repeated): Problem => {
    const [index, field] = repeated.path;
    return { ...repeatedProblem(json, repeated), ...subject(names[Number(index)], field) };
  });
  values.forEach((value, i) => {
    const name = names[i];
    const at = json.at([i]);
    const item = `item ${i + 1} of "${basename(json.file)}"`;
    if (!isPlainObject(value)) {
      const message = `Cannot use ${item}: it is not an object`;
      problems.push({ code: "file/not-an-entry", severity: "error", message, ...at });
    } else if (name === undefined) {
      const message = `Cannot use ${item}: it has no name`;
      problems.push({ code: "file/entry-without-name", severity: "error", message, ...at });
    } else {
      const before = entries.get(name);
      entries.set(name, { path: [i], value: withoutName(value) });
      if (before !== undefined) {
        const repeated = { key: name, lost: nodeAt(json.root, before.path), kept: nodeAt(json.root, [i]) };
        problems.push({ ...repeatedProblem(json, repeated), ...subject(name) });
      }
    }
  });
  return { shape: "array", entries, problems };
}

/** Says which entry and field a problem is about, as far as it is about one. */
function subject(name: string | number | undefined, field?: string | number): Pick<Problem, "name" | "field"> {
  if (typeof name !== "string") return {};
  return typeof field === "string" ? { name, field } : { name };
}

function nameOf({ name }: PlainObject): string | undefined {
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** Finds the items of a list that have a name; of several the last counts. */
export function itemsNamed(items: readonly unknown[], name: string): readonly number[] {
  return items.flatMap((item, i) => (isPlainObject(item) && nameOf(item) === name ? [i] : []));
}

/** The key is the name, so an entry does not carry it a second time. */
export function withoutName(entry: PlainObject): PlainObject {
  const fields: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(entry)) if (field !== "name") defineOwn(fields, field, value);
  return fields;
}
