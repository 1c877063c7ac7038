import type { Context } from "../context.ts";
import { behind, type Reading } from "../words/reading.ts";
import type { State } from "../state.ts";
import { touch } from "../touch.ts";

/** Notes that git shows a file: named as it is, in a version such as `HEAD:a.ts`, or with marks such as `:!a.ts`. */
export function readObject(word: Reading, state: State, context: Context): void {
  const { head, text } = word;
  if (text !== undefined && isVersion(text)) return;
  const [marked] = MARKED.exec(head) ?? [];
  const file = marked === undefined ? word : behind(word, marked.length);
  touch("read", file, state, context);
  // In a version names begin at the top, unless they begin with a dot.
  const { worktree: cwd } = context.world;
  const top: State = { ...state, places: [{ cwd, previous: undefined, stack: [] }] };
  if (marked !== undefined) touch("read", file, top, context);
}

/** A version, which may have a colon between braces; then the number of a stage, or marks. */
const MARKED = /^(?:\{[^}]*\}|[^:{])*:(?:[0-3]:|\([^)]*\)|[!^/]*)/;

/** Names that are sure to be no files: `HEAD~2`, `main..next`. */
const isVersion = (text: string): boolean =>
  /^(?:HEAD|@|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD)(?:[~^]\d*|[@^]?\{[^}]*\})*$/.test(text) ||
  (/^[\w./@~^-]+\.\.\.?[\w./@~^-]*$/.test(text) && !/(?:^|\/)\.\.(?:\/|$)/.test(text));
