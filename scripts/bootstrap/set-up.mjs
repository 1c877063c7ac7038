// Carries the set-up out. It is quiet unless something fails, and says one line per phase that takes a while.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { environmentFor, phasesFor, pinnedPackageManager, stampFor } from "./plan.mjs";

const WINDOWS = process.platform === "win32";

/**
 * Installs if the lockfile asks for something else than the last completed install, then builds.
 *
 * @param {{ root: URL, build: boolean, say: (line: string) => void }} options
 * @returns {Promise<number>} the exit code
 */
export async function setUp({ root, build, say }) {
  const folder = fileURLToPath(root);
  const modules = join(folder, "node_modules");
  const stamp = join(modules, ".installed");
  const env = environmentFor(process.env, join(modules, ".bin"));
  const wanted = stampFor(readFileSync(join(folder, "pnpm-lock.yaml"), "utf8"), `${process.platform}-${process.arch}`);
  const first = !existsSync(modules);
  const last = readIfThere(stamp);

  for (const phase of phasesFor({ wanted, stamp: last, build })) {
    if (phase === "install") {
      say(`Installing ${why(first, last)}...`);
      // The stamp goes first, so that an install that is killed half-way is done again.
      rmSync(stamp, { force: true });
      const pnpm = pinnedPackageManager(readFileSync(join(folder, "package.json"), "utf8"));
      const install = ["npx", "--yes", pnpm, "install", "--frozen-lockfile", "--prefer-offline"];
      // CI keeps pnpm from asking whether it may replace what an interrupted install left.
      const code = await quietly(install, { cwd: folder, env: { ...env, CI: "true" } }, "Cannot install", say);
      if (code !== 0) return code;
      mkdirSync(modules, { recursive: true });
      writeFileSync(stamp, wanted);
    } else {
      const late = setTimeout(say, 700, "Building...");
      const turbo = ["turbo", "run", "build", "--output-logs=errors-only"];
      const code = await quietly(turbo, { cwd: folder, env }, "Cannot build", say);
      clearTimeout(late);
      if (code !== 0) return code;
    }
  }
  return 0;
}

/**
 * @param {boolean} first
 * @param {string | undefined} last
 * @returns {string}
 */
function why(first, last) {
  if (first) return "(first time only)";
  return last === undefined ? "again (the last time was not finished)" : "(the lockfile changed)";
}

/**
 * Runs a command and keeps what it prints for the case that it fails.
 *
 * @param {readonly [string, ...string[]] | string[]} command
 * @param {{ cwd: string, env: Record<string, string | undefined> }} where
 * @param {string} failure how the line begins that says it failed
 * @param {(line: string) => void} say
 * @returns {Promise<number>}
 */
function quietly([program = "", ...args], where, failure, say) {
  return new Promise((resolve) => {
    /** @type {import("node:child_process").ChildProcess | undefined} */
    let child;
    /** @param {NodeJS.Signals} signal */
    const stop = (signal) => child?.kill(signal);
    // First of all, so that whoever stops this stops the command, too.
    process.once("SIGINT", stop).once("SIGTERM", stop);

    // npx and turbo are .cmd files on Windows, which only a shell starts. No argument holds a space.
    child = spawn(WINDOWS ? [program, ...args].join(" ") : program, WINDOWS ? [] : args, {
      ...where,
      shell: WINDOWS,
      stdio: ["ignore", "pipe", "pipe"],
    });
    /** @type {Buffer[]} */
    const printed = [];
    child.stdout?.on("data", (chunk) => printed.push(chunk));
    child.stderr?.on("data", (chunk) => printed.push(chunk));

    /** @param {number} code @param {string} why */
    const end = (code, why) => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      if (code !== 0)
        say(`${Buffer.concat(printed).toString().trimEnd()}\n\n${failure}: ${program} ${why}`.trimStart());
      resolve(code);
    };
    let started = true;
    child.on("error", (error) => {
      started = false;
      end(1, `does not start (${error.message})`);
    });
    child.on("close", (code, signal) => {
      if (!started) return;
      end(
        code ?? (signal === "SIGINT" ? 130 : 143),
        code === null ? `was stopped by ${signal}` : `ended with exit code ${code}`,
      );
    });
  });
}

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
