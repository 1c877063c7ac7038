import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type YAMLMap,
} from "yaml";
import { headMap, type HeadMap, type HeadValue, type ReadYaml, type YamlReading } from "../head/head-value.ts";

/** A longer head is no head that a person wrote, and deep ones would take the parser long. */
const MAX_LENGTH = 100_000;
const MAX_DEPTH = 32;
const TOO_DEEP = `it has more than ${MAX_DEPTH} levels`;

/**
 * Reads a head with `yaml`, for {@link readFrontmatter} and what is built on it. Every scalar is text, tags mean
 * nothing, nothing is run. Aliases, keys that are not text, more than 32 levels and more than 100,000 characters are
 * faults, so that a small head never becomes a large one. Never throws.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readFrontmatter } from "@polyglav/skills";
 * import { readYaml } from "@polyglav/skills/yaml";
 *
 * const text = "---\nname: a\ndescription: { short: b }\n---\n";
 * assert.equal(JSON.stringify(readFrontmatter(text, { yaml: readYaml }).fields.description), '{"short":"b"}');
 * ```
 */
export const readYaml: ReadYaml = (head) => {
  if (head.length > MAX_LENGTH) return fault(`it is longer than ${MAX_LENGTH} characters`);
  if (deepestFlow(head) > MAX_DEPTH) return fault(TOO_DEEP);
  try {
    const lineCounter = new LineCounter();
    const document = parseDocument(`${head}\n`, { schema: "failsafe", logLevel: "silent", lineCounter });
    const [error] = document.errors;
    if (error !== undefined) {
      const { line, col } = error.linePos?.[0] ?? { line: 1, col: 1 };
      return { ok: false, line, column: col, state: STATES.get(error.code) ?? "it is not YAML" };
    }
    if (!isMap(document.contents)) return { ok: true, value: undefined };
    let stop: YamlReading | undefined;
    visit(document, (_, node, path) => {
      if (!isNode(node)) return undefined;
      // A pair is a step of its own.
      const isDeep = isCollection(node) && path.length > MAX_DEPTH * 2;
      if (!isDeep && !isAlias(node)) return undefined;
      const { line, col } = lineCounter.linePos(node.range?.[0] ?? 0);
      stop = { ok: false, line, column: col, state: isDeep ? TOO_DEEP : "it has an alias" };
      return visit.BREAK;
    });
    if (stop !== undefined) return stop;
    const value = mapOf(document.contents);
    return value === undefined ? fault("a key of it is not text") : { ok: true, value };
  } catch {
    // Nothing is known of the fault but that the parser could not go on.
    return fault("it is not YAML");
  }
};

const fault = (state: string) => ({ ok: false, line: 1, column: 1, state }) as const;

/** The faults that people make in heads. */
const STATES: ReadonlyMap<string, string> = new Map([
  ["BLOCK_AS_IMPLICIT_KEY", 'to YAML a ": " within text begins another value'],
  ["BAD_ALIAS", 'to YAML a "*" begins an alias'],
  ["BAD_SCALAR_START", "to YAML text cannot begin with this character"],
  ["DUPLICATE_KEY", "a field is written twice"],
  ["TAB_AS_INDENT", "to YAML a tab does not indent"],
]);

/** How deep brackets are nested at most; of text in quotes, too, which is not many. */
function deepestFlow(head: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of head) {
    if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth = Math.max(0, depth - 1);
  }
  return deepest;
}

function valueOf(node: unknown): HeadValue | undefined {
  if (isMap(node)) return mapOf(node);
  if (isSeq(node)) {
    const items = node.items.map(valueOf);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  return isScalar(node) && typeof node.value === "string" ? node.value : "";
}

function mapOf(node: YAMLMap): HeadMap | undefined {
  const entries: (readonly [string, HeadValue])[] = [];
  for (const { key, value } of node.items) {
    const taken = valueOf(value);
    if (!isScalar(key) || typeof key.value !== "string" || taken === undefined) return undefined;
    entries.push([key.value, taken]);
  }
  return headMap(entries);
}
