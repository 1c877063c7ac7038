import { basename } from "node:path";
import { type LayerData, type Patch } from "../layer.ts";
import { type PlainObject } from "../plain.ts";
import { type Position, type Problem } from "../problem.ts";
import { type JsonPath } from "./json-tree.ts";
import { openJson, type OpenedJson } from "./open-json.ts";
import { writtenEntries } from "./written-entries.ts";

/** A JSON file as a layer: its entries by name, and where each thing in it was written. */
export interface JsonLayer<T> extends LayerData<T> {
  readonly file: string;
  readonly exists: boolean;
  /** False when the file exists and could not be read or parsed: an empty layer that must not be overwritten. */
  readonly readable: boolean;
  /** How the file is written: an object keyed by name, or a list of objects that each have a `name`. */
  readonly shape: "object" | "array";
  readonly problems: readonly Problem[];
  readonly where: (name: string, field?: string, key?: string, ...within: readonly string[]) => Position | undefined;
}

/** What a {@link Check} has to say about an entry. The reader adds the layer, the place and the name. */
export interface Finding {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint?: string;
  /** The way into the entry, for instance `["limits", "steps"]`; without it the whole entry is meant. */
  readonly path?: JsonPath;
}

/** What a {@link Check} makes of an entry: what the layer says about it, `undefined` to leave it out. */
export interface Checked<T> {
  readonly value: Patch<T> | undefined;
  readonly problems: readonly Finding[];
}

/**
 * Judges one entry as it was written, before any merging, so that "set" still means that somebody wrote it. Called
 * once for each entry that is an object; tombstones pass by. An exception it throws is not caught.
 */
export type Check<T> = (name: string, written: PlainObject) => Checked<T>;

/**
 * Reads a JSON file as a layer: an object keyed by name, or a list of objects that each have a `name`. Comments,
 * trailing commas and a byte order mark are allowed. Never throws for what is on disk and creates nothing.
 *
 * One bad entry never takes down another: it is left out with a problem that has its line and column. A file with
 * any fault of syntax is no layer at all (`readable` is false), because nobody can know what it meant to forbid.
 * Of repeated keys and names the last one counts, and a problem gives both lines. The key is the name: a `name`
 * inside an entry is dropped.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createRegistry } from "@polyglav/registry";
 * import { readJsonLayer } from "@polyglav/registry/file";
 *
 * const file = join(mkdtempSync(join(tmpdir(), "example-")), "roles.json");
 * writeFileSync(file, '{\n  "writer": { "model": "small" },\n  "editor": 42\n}\n');
 *
 * const local = readJsonLayer(file, { layer: "local" });
 * assert.equal(local.problems[0]?.message, 'Cannot use entry "editor": it is neither an object nor null');
 * assert.equal(local.problems[0]?.line, 3);
 *
 * const roles = createRegistry<Record<string, unknown>>({ layers: ["bundled", "local"] });
 * roles.set("local", local);
 * assert.deepEqual(roles.explain("writer")?.fields.model?.from, [{ layer: "local", file, line: 2, column: 15 }]);
 * ```
 */
export function readJsonLayer<T>(
  file: string,
  options: { readonly layer: string; readonly check: Check<T> },
): JsonLayer<T>;
export function readJsonLayer(file: string, options: { readonly layer: string }): JsonLayer<PlainObject>;
export function readJsonLayer(
  file: string,
  options: { readonly layer: string; readonly check?: Check<PlainObject> },
): JsonLayer<PlainObject> {
  const { layer, check = asWritten } = options;
  const json = openJson(file, layer);
  if (json.state !== "open") return noLayer(file, json.state === "missing", json.problems);
  const written = writtenEntries(json);
  if (written === undefined) {
    const message = `Cannot use "${basename(file)}" as a layer: it is neither an object nor a list`;
    return noLayer(file, false, [{ code: "file/not-a-layer", severity: "error", message, ...json.at([]) }]);
  }

  const entries = new Map<string, PlainObject | null>();
  const problems = [...written.problems];
  for (const [name, { path, value }] of written.entries) {
    const checked: Checked<PlainObject | null> = value === null ? { value, problems: [] } : check(name, value);
    if (checked.value !== undefined) entries.set(name, checked.value);
    problems.push(...checked.problems.map((finding) => toProblem(json, name, path, finding)));
  }
  const where: JsonLayer<PlainObject>["where"] = (name, ...inside) => {
    const entry = written.entries.get(name);
    return entry && json.where([...entry.path, ...inside.filter((segment) => segment !== undefined)]);
  };
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  return { file, exists: true, readable: true, shape: written.shape, entries, problems, where };
}

const asWritten: Check<PlainObject> = (_name, value) => ({ value, problems: [] });

function noLayer(file: string, readable: boolean, problems: readonly Problem[]): JsonLayer<PlainObject> {
  const entries = new Map<string, PlainObject>();
  return { file, exists: !readable, readable, shape: "object", entries, problems, where: () => undefined };
}

function toProblem(json: OpenedJson, name: string, entry: JsonPath, { path = [], ...finding }: Finding): Problem {
  const problem = { ...finding, ...json.at([...entry, ...path]), name };
  const [field] = path;
  return typeof field === "string" ? { ...problem, field } : problem;
}
