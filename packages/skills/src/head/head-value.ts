/** What a head may say of a field: text, a list, or a map. There are no numbers and no booleans: `1.10` and `no` are text. */
export type HeadValue = string | readonly HeadValue[] | HeadMap;

/** Fields by name, in the order they were written. Without a prototype, so every name is an ordinary one. */
export interface HeadMap {
  readonly [field: string]: HeadValue;
}

/**
 * Reads a whole head as YAML in which every scalar is text. Called for heads that are not certain without it, and for
 * the parts of one that has a fault. Must not throw, run anything or expand aliases without a limit.
 */
export type ReadYaml = (head: string) => YamlReading;

/** What YAML makes of a head; `value` is `undefined` when that is no map of text, lists and maps. */
export type YamlReading =
  | { readonly ok: true; readonly value: HeadMap | undefined }
  /** The first fault: its line and column, from 1, and what is wrong with it, as words that end a message. */
  | { readonly ok: false; readonly line: number; readonly column: number; readonly state: string };

/** Makes a map of entries; of two with one key the later counts. */
export function headMap(entries: Iterable<readonly [string, HeadValue]>): HeadMap {
  const map = bareMap();
  for (const [key, value] of entries) map[key] = value;
  return map;
}

/** Makes an empty map without a prototype. */
export function bareMap(): Record<string, HeadValue> {
  return Object.create(null) as Record<string, HeadValue>;
}
