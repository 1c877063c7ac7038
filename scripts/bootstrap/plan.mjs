// What the set-up decides from data alone. No I/O here.

import { createHash } from "node:crypto";
import { delimiter } from "node:path";

/**
 * Names the install that a lockfile asks for on one platform. It depends on the contents, never on a file's time:
 * a fresh checkout moves the times of files that did not change, and would then need a network for nothing.
 *
 * @param {string} lockfile the text of the lockfile
 * @param {string} platform e.g. `linux-x64`; binaries of another one would not run
 * @returns {string}
 */
export function stampFor(lockfile, platform) {
  // A checkout on Windows may have other line ends.
  return `${createHash("sha256").update(lockfile.replaceAll("\r\n", "\n")).digest("hex")} ${platform}\n`;
}

/**
 * Says what has to happen before anything can run.
 *
 * @param {{ wanted: string, stamp: string | undefined, build: boolean }} state
 *   `stamp` is what the last completed install left, if there was one
 * @returns {readonly ("install" | "build")[]}
 */
export function phasesFor({ wanted, stamp, build }) {
  const installed = stamp === wanted;
  return [...(installed ? [] : /** @type {const} */ (["install"])), ...(build ? /** @type {const} */ (["build"]) : [])];
}

/**
 * Reads the pinned package manager, e.g. `pnpm@12.21.0`, from the text of the root package.json.
 *
 * @param {string} manifest
 * @returns {string}
 */
export function pinnedPackageManager(manifest) {
  const pinned = /** @type {unknown} */ (JSON.parse(manifest).packageManager);
  if (typeof pinned !== "string" || !/^pnpm@\d+\.\d+\.\d+(\+|$)/.test(pinned)) {
    throw new TypeError(`Cannot read "packageManager" of package.json: ${JSON.stringify(pinned)} pins no pnpm version`);
  }
  return pinned.split("+")[0] ?? pinned;
}

/**
 * Gives the environment for the commands of the set-up: the repository's own programs come first, and nobody is told
 * about this run. An empty `HOME` is taken out, because npm would read it as the current folder.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {string} programs the folder of the repository's own programs
 * @returns {Record<string, string | undefined>}
 */
export function environmentFor(env, programs) {
  // Windows spells it `Path`, and a copy of the environment no longer ignores case.
  const path = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const { HOME, ...rest } = env;
  return {
    ...rest,
    ...(HOME ? { HOME } : {}),
    [path]: [programs, env[path]].filter(Boolean).join(delimiter),
    DO_NOT_TRACK: "1",
    TURBO_TELEMETRY_DISABLED: "1",
  };
}
