/**
 * Runs modules in a child process: one process for many, a new one only after a module broke it.
 *
 * @module
 */
import { type ChildProcess, fork } from "node:child_process";
import { pathToFileURL } from "node:url";
import { bareEnvironment } from "../run.ts";

export interface ModuleRun {
  readonly file: string;
  /** Why it failed; `undefined` when it did not. */
  readonly error: string | undefined;
}

/** Runs modules one after the other. A module that takes longer than `timeoutMs` milliseconds has failed. */
export async function runModules(
  files: readonly string[],
  options: { readonly home: string; readonly timeoutMs: number },
): Promise<readonly ModuleRun[]> {
  const results: ModuleRun[] = [];
  let host: ChildProcess | undefined;
  for (const file of files) {
    host ??= startHost(options.home);
    const answer = await ask(host, pathToFileURL(file).href, options.timeoutMs);
    if (answer.broken) {
      host.kill("SIGKILL");
      host = undefined;
    }
    results.push({ file, error: answer.error });
  }
  host?.kill("SIGKILL");
  return results;
}

function startHost(home: string): ChildProcess {
  // What the examples print is for people who run them.
  return fork(new URL("./module-host.ts", import.meta.url), {
    env: bareEnvironment(home, { TMPDIR: home }),
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

interface Answer {
  readonly error: string | undefined;
  readonly broken: boolean;
}

function ask(host: ChildProcess, url: string, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const end = (error: string | undefined, broken: boolean): void => {
      clearTimeout(timer);
      host.removeAllListeners();
      resolve({ error, broken });
    };
    const timer = setTimeout(end, timeoutMs, `it does not end within ${timeoutMs / 1000} s`, true);
    host.on("message", (answer: { readonly error?: string }) => {
      end(answer.error, false);
    });
    host.on("exit", (code, signal) => {
      end(`it ended the process (${signal ?? `exit code ${code ?? "unknown"}`})`, true);
    });
    host.on("error", (error) => {
      end(error.message, true);
    });
    host.send(url);
  });
}
