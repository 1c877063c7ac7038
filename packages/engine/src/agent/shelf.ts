import type { Awaitable } from "@polyglav/permissions/gate";

/** Keeps what is too long for a conversation beside the log. */
export interface Shelf {
  /** Gives what the model reads of an output, and the name of the whole where that is only a part of it. */
  readonly put: (output: string) => Awaitable<{ readonly output: string; readonly artifact?: string }>;
}

/** The most characters of a result that the model reads at once; tools of ours cut theirs before. */
const MOST = 60_000;
/** What it reads of a longer one. */
const HEAD = 8_000;

/** Makes a shelf; `keep` stores a text and names it. */
export function createShelf(keep: (text: string) => Awaitable<string>): Shelf {
  return {
    async put(output) {
      if (output.length <= MOST) return { output };
      const artifact = await keep(output);
      const head = output.slice(0, cut(output));
      const note = `[the first ${head.length} of ${output.length} characters; read on with artifact(name: "${artifact}", offset: ${head.length})]`;
      return { output: `${head}\n${note}`, artifact };
    },
  };
}

/** Where the head ends: behind a line if there is one near, and never within a character. */
function cut(text: string): number {
  const line = text.lastIndexOf("\n", HEAD);
  return line > HEAD / 2 ? line + 1 : wholeAt(text, HEAD);
}

/** The place itself, or the one before where it lies within a character of two units. */
export function wholeAt(text: string, place: number): number {
  const at = Math.min(place, text.length);
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  const isWithin = before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
  return isWithin ? at - 1 : at;
}

/** What is given of an output that cannot be kept: its beginning, and that it was cut. */
export function cutShort(output: string): string {
  const head = output.slice(0, cut(output));
  return head.length === output.length
    ? output
    : `${head}\n[cut here: the first ${head.length} of ${output.length} characters; the rest could not be kept]`;
}
