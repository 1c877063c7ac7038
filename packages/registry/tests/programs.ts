import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

const from = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** What every program of these tests has: all of `file/`, the lock, faults, and what was handed to it. */
const PRELUDE = `
  import * as fs from "node:fs";
  import { editJson, putEntry, readJsonLayer, removeEntry, stampOf, watchFiles } from ${from("../src/file/index.ts")};
  import { lockFile } from ${from("../src/file/lock-file.ts")};
  import { withDisk } from ${from("./faults.ts")};
  const given = JSON.parse(process.argv.at(-1));
  const put = (name, patch = {}) => putEntry(given.file, name, patch, { layer: "local" });
  // On a machine with much to do somebody can wait too long for the lock, and is told so: that loses nothing.
  const sure = (write) => {
    for (;;) {
      const result = write();
      if (result.ok) return;
      if (result.problem.code !== "file/locked") throw new Error(JSON.stringify(result.problem));
    }
  };`;

/** Another process that writes. */
export interface Program {
  readonly process: ChildProcess;
  /** Waits for its next line, as a value. */
  readonly says: () => Promise<unknown>;
  /** Waits for its end: the exit code or the signal, and what it complained of. */
  readonly end: () => Promise<{ readonly by: unknown; readonly errors: string }>;
}

/** Starts a program; `before` are words that come before the name of Node, as in `nice node`. */
export function start(
  source: string,
  given: unknown,
  options: { readonly before?: readonly string[]; readonly uid?: number } = {},
): Program {
  const node = [process.execPath, "--input-type=module", "-e", PRELUDE + source, JSON.stringify(given)];
  const [command = "", ...args] = [...(options.before ?? []), ...node];
  const { uid } = options;
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "pipe"],
    cwd: "/",
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const ended = once(child, "close");
  let errors = "";
  child.stderr.on("data", (data) => (errors += String(data)));
  const lines: string[] = [];
  let rest = "";
  child.stdout.on("data", (data) => {
    const parts = (rest + String(data)).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    child.emit("line");
  });
  return {
    process: child,
    says: async () => {
      for (let isOver = false; ;) {
        const line = lines.shift();
        if (line !== undefined) return JSON.parse(line) as unknown;
        if (isOver) throw new Error(`The program ended without a word: ${errors}`);
        isOver = await Promise.race([once(child, "line").then(() => false), ended.then(() => true)]);
      }
    },
    end: async () => {
      const [code, signal] = (await ended) as readonly unknown[];
      return { by: signal ?? code, errors };
    },
  };
}
