import type { Problem } from "@polyglav/registry";
import { type JsonMap, mapJson, position, spotAt } from "./json-map.ts";
import { readScript } from "./read-script.ts";
import type { Script } from "./script.ts";

/** What a script file says, or every problem that it has. */
export interface ParsedScript {
  /** Absent when there is any problem. */
  readonly value: Script | undefined;
  readonly problems: readonly Problem[];
}

/**
 * Reads a script from JSON: `{ "roles": { "<role>": [move, …] }, "default": [move, …] }`.
 *
 * Never throws. All problems come at once and are errors, each with line and column counted from 1, and with `file`
 * when it is given; only a syntax error comes alone. Codes: `script/syntax`, `script/duplicate-key`,
 * `script/unknown-key` (its hint has the nearest known key), `script/wrong-type`, `script/missing-key`,
 * `script/no-move`, `script/early-repeat`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseScript } from "@polyglav/engine/testing";
 *
 * assert.deepEqual(parseScript('{ "default": [{ "text": "Hello" }] }').value, { default: [{ text: "Hello" }] });
 *
 * const [problem] = parseScript('{ "default": [{ "txt": "Hello" }] }', "script.json").problems;
 * assert.equal(problem?.message, 'Cannot read move 1 of "default": "txt" is no known key');
 * assert.equal(problem?.hint, 'Did you mean "text"?');
 * assert.equal(`${problem?.file}:${problem?.line}:${problem?.column}`, "script.json:1:17");
 * ```
 */
export function parseScript(text: string, file?: string): ParsedScript {
  const json = text.replace(/^\uFEFF/, "");
  const problem = ({ at, ...what }: Found): Problem => ({
    ...what,
    severity: "error",
    ...(file === undefined ? {} : { file }),
    ...position(json, at),
  });

  const mapped = mapJson(json);
  if ("fault" in mapped) {
    const { at, what } = mapped.fault;
    return {
      value: undefined,
      problems: [problem({ code: "script/syntax", message: `Cannot read the script: ${what}`, at })],
    };
  }
  const { map } = mapped;
  const { value, faults } = readScript(JSON.parse(json));
  const found = faults.map(({ path, on, ...what }): Found => ({ ...what, at: spotAt(map.root, path)[on] }));
  const problems = [...duplicates(map), ...found].toSorted((a, b) => a.at - b.at).map(problem);
  return { value: problems.length === 0 ? value : undefined, problems };
}

interface Found {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Offset in the text. */
  readonly at: number;
}

function duplicates(map: JsonMap): readonly Found[] {
  return map.repeated.map(({ name, again }) => ({
    code: "script/duplicate-key",
    message: `Cannot read the script: the key "${name}" is there twice`,
    at: again,
  }));
}
