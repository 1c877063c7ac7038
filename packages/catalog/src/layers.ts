import { type LayerData, type Patch, type Position, type Problem } from "@polyglav/registry";
import { type EntryOptions, isObject, type Parsed } from "./subject.ts";

/** The layers of roles, teams and skills, lowest first: a later one overrides an earlier one, field by field. */
export const LAYERS = ["bundled", "plugin", "global", "local"] as const;
export type Layer = (typeof LAYERS)[number];

/** A layer of roles or teams as a reader found it, for instance `readJsonLayer` of `@polyglav/registry/file`. */
export interface WrittenLayer {
  /** What was written, by name; `null` takes the entry of lower layers away. Anything else is checked. */
  readonly entries: ReadonlyMap<string, unknown>;
  readonly where?:
    ((name: string, field?: string, key?: string, ...within: readonly string[]) => Position | undefined) | undefined;
  readonly problems?: readonly Problem[];
  /** False when there is something that could not be read: nobody knows which permissions it holds. */
  readonly readable?: boolean;
}

/** A layer as a programmer writes it: what is said, by name. */
export type LayerLiteral = Readonly<Record<string, unknown>>;

/** Some of the layers; what is left out says nothing. */
export type WrittenLayers = Readonly<Partial<Record<Layer, WrittenLayer | LayerLiteral>>>;

/** Takes either form of a layer. A literal may hold an entry called "entries", but no entry is a `Map`. */
export function asWrittenLayer(layer: WrittenLayer | LayerLiteral): WrittenLayer {
  return withoutSchema(isWrittenLayer(layer) ? layer : { entries: new Map(Object.entries(layer)) });
}

/** A file may name the JSON Schema that it follows, for editors. */
const SCHEMA = "$schema";

function withoutSchema(layer: WrittenLayer): WrittenLayer {
  const { entries, problems } = layer;
  const isNamed = typeof entries.get(SCHEMA) === "string";
  const isAbout = ({ code, name }: Problem): boolean => code === "file/not-an-entry" && name === SCHEMA;
  if (!isNamed && problems?.some(isAbout) !== true) return layer;
  return {
    ...layer,
    entries: isNamed ? new Map([...entries].filter(([name]) => name !== SCHEMA)) : entries,
    ...(problems !== undefined && { problems: problems.filter((problem) => !isAbout(problem)) }),
  };
}

const isWrittenLayer = (layer: WrittenLayer | LayerLiteral): layer is WrittenLayer => layer.entries instanceof Map;

/** A layer after parsing: only what its registry takes, and everything that was wrong with it. */
export interface ReadLayer<T> {
  readonly data: LayerData<T>;
  readonly problems: readonly Problem[];
}

/** Parses every entry of a layer by itself, so that none can take another one down. */
export function readLayer<T>(
  written: WrittenLayer,
  layer: string,
  parse: (entry: unknown, options: EntryOptions) => Parsed<Patch<T>>,
): ReadLayer<T> {
  const entries = new Map<string, Patch<T> | null>();
  const problems = [...(written.problems ?? [])];
  const { where } = written;
  for (const [name, entry] of written.entries) {
    if (entry === null) {
      entries.set(name, null);
      continue;
    }
    const read = parse(entry, { name, layer, ...(where !== undefined && { where }) });
    problems.push(...read.problems);
    // An entry that is no object says nothing: it neither defines the name nor hides what lower layers say.
    if (isObject(entry)) entries.set(name, read.value);
  }
  return { data: { entries, ...(where !== undefined && { where }) }, problems };
}
