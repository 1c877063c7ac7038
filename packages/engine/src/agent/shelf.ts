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
  if (line > HEAD / 2) return line + 1;
  const code = text.charCodeAt(HEAD - 1);
  return code >= 0xd800 && code <= 0xdbff ? HEAD - 1 : HEAD;
}
