import { nameHint } from "../agent/find-name.ts";
import { MAIN_KEYS, type MoveFault, readMove } from "./read-move.ts";
import type { Move, Script } from "./script.ts";

/** Something wrong in a script, at a path inside it, on the name or on the value that is there. */
export interface ScriptFault {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly path: Path;
  readonly on: "name" | "value";
}

type Path = readonly string[];

interface Read<T> {
  readonly value: T;
  readonly faults: readonly ScriptFault[];
}

/** Reads a script from parsed JSON; never throws. The value has what could be read. */
export function readScript(written: unknown): Read<Script> {
  if (!isObject(written)) return { value: {}, faults: [wrongType([], "Cannot read the script: it must be an object")] };
  const roles = Object.hasOwn(written, "roles") ? readRoles(written.roles) : undefined;
  const fallback = Object.hasOwn(written, "default") ? readMoves(written.default, ["default"]) : undefined;
  const unknown = Object.keys(written).filter((key) => !KEYS.includes(key));
  return {
    value: {
      ...(roles === undefined ? {} : { roles: roles.value }),
      ...(fallback === undefined ? {} : { default: fallback.value }),
    },
    faults: [
      ...unknown.map((key) => unknownKey([key], "the script", key, KEYS)),
      ...(roles?.faults ?? []),
      ...(fallback?.faults ?? []),
    ],
  };
}

const KEYS: readonly string[] = ["roles", "default"];

function readRoles(written: unknown): Read<Readonly<Record<string, readonly Move[]>>> {
  if (!isObject(written))
    return { value: {}, faults: [wrongType(["roles"], 'Cannot read the script: "roles" must be an object')] };
  const lists = Object.entries(written).map(([role, moves]) => [role, readMoves(moves, ["roles", role])] as const);
  return {
    // fromEntries defines its properties, so that a role named __proto__ is a role.
    value: Object.fromEntries(lists.map(([role, list]) => [role, list.value])),
    faults: lists.flatMap(([, list]) => list.faults),
  };
}

function readMoves(written: unknown, path: Path): Read<readonly Move[]> {
  const whose = path.length === 1 ? '"default"' : `role "${path.at(-1) ?? ""}"`;
  if (!Array.isArray(written)) {
    return { value: [], faults: [wrongType(path, `Cannot read the moves of ${whose}: they must be a list`)] };
  }
  const items: readonly unknown[] = written;
  const moves = items.map(readMove);
  const faults = moves.flatMap(({ move, faults }, index) => {
    const here = [...path, String(index)];
    const name = `move ${index + 1} of ${whose}`;
    const tooEarly = move?.repeat === true && index < items.length - 1;
    return [...faults.map((fault) => describe(fault, here, name)), ...(tooEarly ? [earlyRepeat(here, name)] : [])];
  });
  return { value: moves.flatMap(({ move }) => move ?? []), faults };
}

function describe(fault: MoveFault, here: Path, name: string): ScriptFault {
  const path = [...here, ...fault.path];
  switch (fault.kind) {
    case "unknown-key":
      return unknownKey(path, name, fault.key, fault.known);
    case "no-move":
      return {
        code: "script/no-move",
        message: `Cannot read ${name}: it has none of ${MAIN_KEYS.join(", ")}`,
        path,
        on: "value",
      };
    case "missing-key":
    case "wrong-type":
      return { code: `script/${fault.kind}`, message: `Cannot read ${name}: ${fault.what}`, path, on: "value" };
  }
}

function unknownKey(path: Path, name: string, key: string, known: readonly string[]): ScriptFault {
  const fault = { code: "script/unknown-key", path, on: "name" } as const;
  if (known.includes(key))
    return { ...fault, message: `Cannot read ${name}: "${key}" does not go with its other keys` };
  return { ...fault, message: `Cannot read ${name}: "${key}" is no known key`, hint: nameHint(key, known) };
}

function earlyRepeat(here: Path, name: string): ScriptFault {
  const message = `Cannot read ${name}: only the last move of a list can repeat`;
  return { code: "script/early-repeat", message, path: [...here, "repeat"], on: "name" };
}

function wrongType(path: Path, message: string): ScriptFault {
  return { code: "script/wrong-type", message, path, on: "value" };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
