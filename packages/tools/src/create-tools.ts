import { type BashInput, createBash } from "./bash.ts";
import { createEdit, type EditInput } from "./edit.ts";
import { createList, type ListInput } from "./list.ts";
import { findPlace } from "./place.ts";
import { createRead, type ReadInput } from "./read.ts";
import { createShellEnv } from "./shell-env.ts";
import type { PolyglavTool } from "./tool.ts";
import { createWrite, type WriteInput } from "./write.ts";

/** The tools by their names. It is a tool set of the AI SDK as it is. */
export type Tools = Readonly<{
  read: PolyglavTool<ReadInput>;
  list: PolyglavTool<ListInput>;
  edit: PolyglavTool<EditInput>;
  write: PolyglavTool<WriteInput>;
  bash: PolyglavTool<BashInput>;
}>;

/** What the tools work with. */
export interface ToolsOptions {
  /** Absolute path of the folder that the tools are for. Relative paths of a model start there. */
  readonly worktree: string;
  /**
   * Environment of commands, without the variables that end in `API_KEY`; keys under other names are for the caller
   * to leave out. Also tells the home folder. Copied at once. Default: that of the process.
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Absolute paths of more files and folders that decide permissions, such as a configuration that the operator named.
   * To change them, or what they lead to by links, asks, as it does for the settings in `.polyglav`. Copied at once.
   */
  readonly guarded?: readonly string[] | undefined;
  /** Characters (UTF-16 units) that the output of one call may have, notes not counted. Default 30000. */
  readonly maxOutputChars?: number | undefined;
  /** Milliseconds that a command may take, whatever the model asks for. Default 600000, ten minutes. */
  readonly bashTimeoutMs?: number | undefined;
}

/**
 * Makes the tools for one worktree: `read`, `list`, `edit`, `write` and `bash`. They decide nothing: ask a gate about
 * `request(input)` first, and pass what was approved to `execute`, which then refuses anything else.
 *
 * Throws a `TypeError` for a worktree or a guarded path that is no absolute path, a `RangeError` for a limit that is no positive whole
 * number, and a `ToolError` with the code `POLYGLAV_NO_WORKTREE` for a folder that cannot be opened. Paths outside the
 * worktree work, too, once approved; `bash` is not confined to it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createTools } from "@polyglav/tools";
 *
 * const { write, read } = createTools({ worktree: mkdtempSync(join(tmpdir(), "worktree-")) });
 * const input = { path: "notes/a.md", content: "one\ntwo\n" };
 *
 * const request = await write.request(input);
 * assert.deepEqual(request.actions, [{ category: "edit", resource: ["notes", "a.md"] }]);
 * assert.equal(await write.execute(input, { toolCallId: "1", request }), "Created notes/a.md: 2 lines");
 * assert.equal(await read.execute({ path: "notes/a.md", offset: 2 }, { toolCallId: "2" }), "2\ttwo");
 * ```
 */
export function createTools(options: ToolsOptions): Tools {
  const { worktree, env = process.env, guarded, maxOutputChars = 30_000, bashTimeoutMs = 600_000 } = options;
  requireCount("maxOutputChars", maxOutputChars);
  requireCount("bashTimeoutMs", bashTimeoutMs);
  const place = findPlace(worktree, { env, guarded });
  const settings = { place, env: createShellEnv(env), maxOutputChars, bashTimeoutMs };
  return {
    read: createRead(settings),
    list: createList(settings),
    edit: createEdit(settings),
    write: createWrite(settings),
    bash: createBash(settings),
  };
}

function requireCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw new RangeError(`Cannot make tools with ${name} ${value}: it is not a positive whole number`);
}
