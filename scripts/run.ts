/**
 * Runs commands for the checks: output kept in the order it came, never a question, an end to those that hang.
 *
 * @module
 */
import { type ChildProcess, spawn } from "node:child_process";

export interface Ran {
  /** The exit code; 1 also when it could not start or was stopped. */
  readonly code: number;
  /** What it wrote to stdout and stderr, and why it was stopped, if it was. */
  readonly output: string;
  readonly stdout: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** The whole environment; that of this process when left out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** After this many milliseconds it is stopped together with what it started. Five minutes when left out. */
  readonly timeoutMs?: number;
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) stopTree(child);
});

/** Runs a command to its end. It never throws: a command that does not start has failed. */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  const { cwd, env = process.env, timeoutMs = 300_000 } = options;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: CAN_STOP_TREES });
    running.add(child);
    const all: Buffer[] = [];
    const out: Buffer[] = [];
    let note = "";
    const timer = setTimeout(() => {
      note = `\nstopped after ${timeoutMs / 1000} s`;
      stopTree(child);
    }, timeoutMs);
    const end = (code: number): void => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output: Buffer.concat(all).toString() + note, stdout: Buffer.concat(out).toString() });
    };
    child.stdout.on("data", (chunk: Buffer) => {
      all.push(chunk);
      out.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => all.push(chunk));
    child.on("error", (error) => {
      note = `Cannot start ${program}: ${error.message}`;
      end(1);
    });
    child.on("close", (code) => {
      end(code ?? 1);
    });
  });
}

/** Runs a program of Node with the Node that runs this. */
export function runNode(args: readonly string[], options: RunOptions): Promise<Ran> {
  return run(process.execPath, args, options);
}

/** Does things in the order given, at most so many at once, and gives their results in that order. */
export async function inTurn<T>(atOnce: number, tasks: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const results: T[] = [];
  const waiting = tasks.entries();
  const worker = async (): Promise<void> => {
    for (const [index, task] of waiting) results[index] = await task();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** The environment for what must behave as on a stranger's machine: nothing of ours but where programs are. */
export function bareEnvironment(home: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = ["PATH", "Path", "SystemRoot", "TEMP", "TMP", "TMPDIR", "LANG"];
  const entries = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(entries), HOME: home, USERPROFILE: home, ...more };
}

/** Where a child can lead a group of its own, the whole group can be stopped. */
const CAN_STOP_TREES = process.platform !== "win32";

function stopTree(child: ChildProcess): void {
  try {
    if (CAN_STOP_TREES && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // ESRCH: it ended by itself in the meantime
  }
}
