import { nearest } from "@polyglav/catalog";
import type { Problem } from "@polyglav/registry";
import { type JsonMap, type Spot, mapJson, position } from "./json-map.ts";
import { MAIN_KEYS, MOVE_KEYS, type MoveFault, readMove } from "./parse-move.ts";
import type { Move, Script } from "./script.ts";

/** What a script file says, or every problem that it has. */
export interface ParsedScript {
  /** Absent when there is any error. */
  readonly value: Script | undefined;
  readonly problems: readonly Problem[];
}

/**
 * Reads a script from JSON: `{ "roles": { "<role>": [move, …] }, "default": [move, …] }`.
 *
 * Never throws. Problems come all at once, each with line and column counted from 1, and with `file` when it is given;
 * a syntax error comes alone. Codes: `script/syntax`, `script/duplicate-key`, `script/unknown-key` (with the nearest
 * known one as hint), `script/wrong-type`, `script/missing-key`, `script/no-move`, `script/early-repeat`.
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
  const place = (at: number): Pick<Problem, "file" | "line" | "column"> => ({
    ...(file === undefined ? {} : { file }),
    ...position(json, at),
  });

  const mapped = mapJson(json);
  if ("fault" in mapped) {
    const { at, what } = mapped.fault;
    return { value: undefined, problems: [{ ...problem("script/syntax", `Cannot read the script: ${what}`), ...place(at) }] };
  }
  const { map } = mapped;
  const found: Found = { problems: duplicates(map), at: (path) => locate(map.root, path) };
  const value = readScript(JSON.parse(json), found);
  const problems = found.problems
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, ...rest }): Problem => ({ ...rest, ...place(at) }));
  return { value: problems.length === 0 ? value : undefined, problems };
}

type Path = readonly string[];
type Placed = Problem & { readonly at: number };

interface Found {
  readonly problems: Placed[];
  /** The offset of a value, or of its name; of what surrounds it when it is missing. */
  readonly at: (path: Path) => { readonly value: number; readonly name: number };
}

function readScript(written: unknown, found: Found): Script {
  if (!isObject(written)) {
    report(found, [], "script/wrong-type", "Cannot read the script: it must be an object");
    return {};
  }
  for (const key of Object.keys(written)) {
    if (key !== "roles" && key !== "default") unknownKey(found, [key], "the script", key, ["roles", "default"]);
  }
  return {
    ...(Object.hasOwn(written, "roles") ? { roles: readRoles(written["roles"], found) } : {}),
    ...(Object.hasOwn(written, "default") ? { default: readMoves(written["default"], ["default"], found) } : {}),
  };
}

function readRoles(written: unknown, found: Found): NonNullable<Script["roles"]> {
  if (!isObject(written)) {
    report(found, ["roles"], "script/wrong-type", 'Cannot read the script: "roles" must be an object');
    return {};
  }
  // fromEntries defines its properties, so a role named __proto__ is a role.
  return Object.fromEntries(Object.entries(written).map(([role, moves]) => [role, readMoves(moves, ["roles", role], found)]));
}

function readMoves(written: unknown, path: Path, found: Found): readonly Move[] {
  const whose = path.length === 1 ? '"default"' : `role "${path.at(-1) ?? ""}"`;
  if (!Array.isArray(written)) {
    report(found, path, "script/wrong-type", `Cannot read the moves of ${whose}: they must be a list`);
    return [];
  }
  const items: readonly unknown[] = written;
  const moves: Move[] = [];
  items.forEach((item, index) => {
    const here = [...path, String(index)];
    const name = `move ${index + 1} of ${whose}`;
    const { move, faults } = readMove(item);
    for (const fault of faults) reportMove(found, here, name, fault);
    if (move === undefined) return;
    moves.push(move);
    if (move.repeat === true && index < items.length - 1) {
      report(found, [...here, "repeat"], "script/early-repeat", `Cannot read ${name}: only the last move of a list can repeat`);
    }
  });
  return moves;
}

function reportMove(found: Found, here: Path, name: string, fault: MoveFault): void {
  const path = [...here, ...fault.path];
  switch (fault.kind) {
    case "unknown-key":
      unknownKey(found, path, name, fault.key, fault.path.length === 1 ? MOVE_KEYS : fault.known);
      return;
    case "no-move":
      report(found, path, "script/no-move", `Cannot read ${name}: it has none of ${MAIN_KEYS.join(", ")}`);
      return;
    case "missing-key":
    case "wrong-type":
      report(found, path, `script/${fault.kind}`, `Cannot read ${name}: ${fault.what}`);
      return;
  }
}

function unknownKey(found: Found, path: Path, name: string, key: string, known: readonly string[]): void {
  const meant = nearest(key, known);
  const hint = meant === undefined ? `Known keys: ${known.join(", ")}` : `Did you mean "${meant}"?`;
  const message = known.includes(key)
    ? `Cannot read ${name}: "${key}" does not go with the other keys`
    : `Cannot read ${name}: "${key}" is no known key`;
  found.problems.push({
    ...problem("script/unknown-key", message),
    ...(known.includes(key) ? {} : { hint }),
    at: found.at(path).name,
  });
}

function report(found: Found, path: Path, code: string, message: string): void {
  found.problems.push({ ...problem(code, message), at: found.at(path).value });
}

function problem(code: string, message: string): Problem {
  return { code, severity: "error", message };
}

function duplicates(map: JsonMap): Placed[] {
  return map.repeated.map(({ name, again }) => ({
    ...problem("script/duplicate-key", `Cannot read the script: "${name}" is there twice`),
    at: again,
  }));
}

function locate(root: Spot, path: Path): { readonly value: number; readonly name: number } {
  let spot = root;
  for (const step of path) {
    const next = spot.inside.get(step);
    if (next === undefined) break;
    spot = next;
  }
  return { value: spot.at, name: spot.name ?? spot.at };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
