import type { Context } from "../context.ts";
import { behind, type Reading } from "../words/reading.ts";
import type { State } from "../state.ts";
import { touch } from "../touch.ts";

/** Notes that git shows a file: named as it is, in a version such as `HEAD:a.ts`, or with marks such as `:!a.ts`. */
export function readObject(word: Reading, state: State, context: Context): void {
  const { head, text } = word;
  if (text !== undefined && isVersion(text)) return;
  const [marked] = /^(?:[^:]*:(?:\(\w+(?:,\w+)*\)|[!^/]*))/.exec(head) ?? [];
  touch("read", marked === undefined ? word : behind(word, marked.length), state, context);
}

/** Names that are sure to be no files: `HEAD~2`, `main..next`. */
const isVersion = (text: string): boolean =>
  /^(?:HEAD|@|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD)(?:[~^@{].*)?$/.test(text) ||
  (/^[\w./@~^-]+\.\.\.?[\w./@~^-]*$/.test(text) && !/(?:^|\/)\.\.(?:\/|$)/.test(text));
