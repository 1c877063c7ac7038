/** Where a value of a JSON text begins, and the values inside it; lists have their indices as names. */
export interface Spot {
  /** Offset of the value. */
  readonly at: number;
  /** Offset of its name, when it is a property. */
  readonly name?: number;
  readonly inside: ReadonlyMap<string, Spot>;
}

export interface JsonMap {
  readonly root: Spot;
  /** Names that an object has twice; `JSON.parse` keeps the last one. */
  readonly repeated: readonly { readonly name: string; readonly first: number; readonly again: number }[];
}

export interface JsonFault {
  readonly at: number;
  readonly what: string;
}

/**
 * Reads where everything is in a JSON text, since `JSON.parse` tells no positions, not even of every syntax error.
 * It accepts exactly the texts that `JSON.parse` accepts, up to a nesting of {@link DEEPEST}, and returns the first
 * fault of any other.
 */
export function mapJson(text: string): { readonly map: JsonMap } | { readonly fault: JsonFault } {
  const reader: Reader = { text, at: 0, repeated: [] };
  try {
    const root = readValue(reader, 0, undefined);
    skipSpace(reader);
    if (reader.at < text.length) throw fault(reader, "something follows the end of the value");
    return { map: { root, repeated: reader.repeated } };
  } catch (cause) {
    if (cause instanceof Fault) return { fault: { at: cause.at, what: cause.message } };
    throw cause;
  }
}

/** The offsets of the value at a path and of its name; those of what surrounds it where it is missing. */
export function spotAt(root: Spot, path: readonly string[]): { readonly value: number; readonly name: number } {
  let spot = root;
  for (const step of path) {
    const next = spot.inside.get(step);
    if (next === undefined) break;
    spot = next;
  }
  return { value: spot.at, name: spot.name ?? spot.at };
}

/** Line and column of an offset, both counted from 1. */
export function position(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** No script is nested deeper; without a limit a hostile one would overflow the stack. */
export const DEEPEST = 200;

interface Reader {
  readonly text: string;
  at: number;
  readonly repeated: JsonMap["repeated"][number][];
}

/** Leaves the recursion; never leaves this file. */
class Fault extends Error {
  readonly at: number;

  constructor(what: string, at: number) {
    super(what);
    this.at = at;
  }
}

const SPACE = /[ \t\n\r]*/y;
// eslint-disable-next-line no-control-regex -- JSON forbids them in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function readValue(reader: Reader, depth: number, name: number | undefined): Spot {
  skipSpace(reader);
  if (depth > DEEPEST) throw fault(reader, `it is nested more than ${DEEPEST} deep`);
  const spot = { at: reader.at, inside: new Map<string, Spot>(), ...(name === undefined ? {} : { name }) };
  const opening = reader.text[reader.at];
  if (opening === "{") readObject(reader, depth, spot.inside);
  else if (opening === "[") readList(reader, depth, spot.inside);
  else if (take(reader, STRING) === undefined && take(reader, OTHER) === undefined)
    throw fault(reader, "expected a value");
  return spot;
}

function readObject(reader: Reader, depth: number, inside: Map<string, Spot>): void {
  reader.at += 1;
  if (takeMark(reader, "}")) return;
  do {
    skipSpace(reader);
    const at = reader.at;
    const written = take(reader, STRING);
    if (written === undefined) throw fault(reader, "expected a name in double quotes");
    const name = String(JSON.parse(written));
    if (!takeMark(reader, ":")) throw fault(reader, 'expected ":"');
    const first = inside.get(name)?.name;
    if (first !== undefined) reader.repeated.push({ name, first, again: at });
    inside.set(name, readValue(reader, depth + 1, at));
  } while (takeMark(reader, ","));
  if (!takeMark(reader, "}")) throw fault(reader, 'expected "," or "}"');
}

function readList(reader: Reader, depth: number, inside: Map<string, Spot>): void {
  reader.at += 1;
  if (takeMark(reader, "]")) return;
  do inside.set(String(inside.size), readValue(reader, depth + 1, undefined));
  while (takeMark(reader, ","));
  if (!takeMark(reader, "]")) throw fault(reader, 'expected "," or "]"');
}

function skipSpace(reader: Reader): void {
  take(reader, SPACE);
}

function takeMark(reader: Reader, mark: string): boolean {
  skipSpace(reader);
  if (reader.text[reader.at] !== mark) return false;
  reader.at += 1;
  return true;
}

function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function fault(reader: Reader, what: string): Fault {
  return new Fault(reader.at >= reader.text.length ? "the text ends too early" : what, reader.at);
}
