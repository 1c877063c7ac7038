/**
 * The side of a cell that waits: starts the process, and turns whatever becomes of it into an outcome.
 *
 * @module
 */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Effort, Outcome } from "./benchmark.ts";
import type { Answer, Job } from "./cell.ts";
import type { Cell } from "./plan.ts";

/** Runs one cell to its end. It never throws. */
export function runCell({ work, subject }: Cell, effort: Effort): Promise<Outcome> {
  const job: Job = { given: { ...work.given, ...subject.given }, effort };
  return new Promise((resolve) => {
    const child = fork(subject.program, [JSON.stringify(job)], {
      execArgv: ["--import", USE_BUILDS, "--expose-gc", "--max-old-space-size=6000", ...(subject.nodeFlags ?? [])],
      env: { ...process.env, NODE_OPTIONS: "", NODE_NO_WARNINGS: "1" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    const stop = (): void => void child.kill("SIGKILL");
    process.once("exit", stop);
    const said: Buffer[] = [];
    child.stderr?.on("data", (chunk: Buffer) => said.push(chunk));
    let outcome: Outcome | undefined;
    const timer = setTimeout(() => {
      outcome ??= { kind: "over-limit", limitMs: effort.limitMs };
      stop();
    }, effort.limitMs);
    child.on("message", (answer: Answer) => {
      outcome ??= answer.kind === "failed" ? { kind: "failed", why: firstLines(answer.why) } : answer;
    });
    const end = (why: string): void => {
      clearTimeout(timer);
      process.off("exit", stop);
      resolve(outcome ?? { kind: "failed", why });
    };
    child.on("error", (error) => {
      end(error.message);
    });
    child.on("close", (code, signal) => {
      const last = Buffer.concat(said).toString().trim().split("\n").slice(-LINES).join("\n");
      end(`its process ended with ${signal ?? `exit code ${code ?? "unknown"}`}\n${last}`.trimEnd());
    });
  });
}

const firstLines = (text: string): string => text.split("\n").slice(0, LINES).join("\n");

/** Enough of an error to know whose it is. */
const LINES = 12;

/** Ours are what a user would install, not the sources. */
const USE_BUILDS = fileURLToPath(new URL("./use-builds.ts", import.meta.url));
