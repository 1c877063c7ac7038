import { type Position, type Problem } from "../problem.ts";
import { type JsonPath, valueOf } from "./json-tree.ts";
import { openJson, repeatedProblem } from "./open-json.ts";

/** A JSON file as it was found. */
export interface JsonDocument {
  readonly file: string;
  readonly exists: boolean;
  /** False when the file exists and could not be read or parsed: it must not be taken for an empty one. */
  readonly readable: boolean;
  /** What the file says; `undefined` when it does not exist or is not readable. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Says where a value was written, or the nearest thing around it that is there. */
  readonly where: (path: JsonPath) => Position;
}

/**
 * Reads one JSON file, with comments, trailing commas and a byte order mark allowed. Never throws for what is on
 * disk and creates nothing: a missing file has no value and no problem; one with any fault has no value, and a
 * problem with line and column for each fault. Of a repeated key the last value counts, and a problem says so.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { readJsonDocument } from "@polyglav/registry/file";
 *
 * const file = join(mkdtempSync(join(tmpdir(), "example-")), "config.json");
 * writeFileSync(file, '{\n  // cheap first\n  "model": "small",\n}\n');
 *
 * const config = readJsonDocument(file, { layer: "local" });
 * assert.deepEqual(config.value, { model: "small" });
 * assert.deepEqual(config.where(["model"]), { file, line: 3, column: 3 });
 * ```
 */
export function readJsonDocument(file: string, options: { readonly layer: string }): JsonDocument {
  const json = openJson(file, options.layer);
  if (json.state !== "open") {
    const exists = json.state === "unreadable";
    return { file, exists, readable: !exists, value: undefined, problems: json.problems, where: () => ({ file }) };
  }
  const problems = json.repeated.map((repeated) => repeatedProblem(json, repeated));
  return { file, exists: true, readable: true, value: valueOf(json.root), problems, where: json.where };
}
