import { readEntry } from "./log-line.ts";
import type { Letter } from "./run-store.ts";

/** The longest letter, as JSON in UTF-8. Letters are answers and orders; long things are artifacts. */
export const MAX_LETTER = 2 ** 20;

/** Gives a letter as it is kept. Throws a `RangeError` for one that is too large. */
export function writeLetter({ id, says }: Letter): string {
  const text = JSON.stringify({ id, says });
  if (utf8Length(text) > MAX_LETTER)
    throw new RangeError(`Cannot post the letter ${JSON.stringify(id)}: it is larger than 1 MiB`);
  return text;
}

/** Reads what is in the place of a letter; `undefined` when it is none. */
export function readLetter(text: string): Letter | undefined {
  const { id, says } = readEntry(text) ?? {};
  return typeof id === "string" ? { id, says } : undefined;
}

const utf8Length = (text: string): number =>
  text.length * 3 <= MAX_LETTER ? 0 : new TextEncoder().encode(text).length;
