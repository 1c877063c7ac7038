/**
 * What a segment begins with that nobody can know before the command runs, such as a variable; the text of the word
 * follows. It is NUL, which no word, path or URL can hold, so it never equals one, and of patterns only `*` and `**`
 * match it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { DYNAMIC, requestCommand } from "@polyglav/permissions/shell";
 *
 * const { actions } = requestCommand('echo "$X"', { cwd: "/work", worktree: "/work" });
 * assert.deepEqual(actions, [{ category: "bash", resource: ["echo", `${DYNAMIC}"$X"`] }]);
 * ```
 */
export const DYNAMIC = "\0";
