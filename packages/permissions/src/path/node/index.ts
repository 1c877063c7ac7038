/**
 * The file system of Node, for `@polyglav/permissions/path`.
 * @module
 */
import { lstat, readdir, readlink, realpath } from "node:fs/promises";
import type { PathFs } from "../fs.ts";

/**
 * Looks at the disk through Node. `requestPath` and its neighbours take it as `fs`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requestPath } from "@polyglav/permissions/path";
 * import { nodeFs } from "@polyglav/permissions/path/node";
 *
 * const { request } = await requestPath("read", "../elsewhere", { worktree: process.cwd(), fs: nodeFs });
 * assert.equal(request.advice[0]?.why, "outside the worktree");
 * ```
 */
export const nodeFs: PathFs = Object.freeze({
  lstat: (path: string) => lstat(path),
  readdir: (path: string) => readdir(path),
  readlink: (path: string) => readlink(path),
  realpath: (path: string) => realpath(path),
});
