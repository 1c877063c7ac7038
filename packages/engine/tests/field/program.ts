import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { RunEvent } from "../../src/log/run-event.ts";
import type { RunRequest } from "../../src/run/run.ts";
import type { Move } from "../../src/testing/index.ts";

/** What another process is to do: run `boss` in a store of files, or go on with its run `r1`. */
export interface Order {
  readonly dir: string;
  readonly moves: Readonly<Record<string, readonly Move[]>>;
  readonly request?: Partial<Omit<RunRequest, "signal">>;
  readonly resumes?: boolean;
  /** Nobody is there to answer. */
  readonly nobody?: boolean;
  /** The process kills itself, as `kill -9` does, in a call of `bash`; or such a call never ends by itself. */
  readonly bash?: "dies" | "hangs";
  /** It kills itself when this event comes. */
  readonly dieAt?: RunEvent["type"];
}

/** Another process. */
export interface Program {
  /** What it has told so far. */
  readonly events: () => readonly RunEvent[];
  /** Resolves when it has told an event of this type. */
  readonly tells: (type: RunEvent["type"]) => Promise<void>;
  readonly kill: () => void;
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly errors: string;
  /** Milliseconds from its last line to its end. */
  readonly lingeredMs: number;
}

/** Starts one, from the sources. */
export function program(order: Order): Program {
  const here = (name: string): URL => new URL(name, import.meta.url);
  const child = spawn(
    process.execPath,
    ["--import", here("source-loader.mjs").href, fileURLToPath(here("program.fixture.ts")), JSON.stringify(order)],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let text = "";
  let errors = "";
  let lastAt = Date.now();
  child.stdout.on("data", (data) => {
    text += String(data);
    lastAt = Date.now();
  });
  child.stderr.on("data", (data) => (errors += String(data)));
  const events = (): readonly RunEvent[] =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as RunEvent);
  const ended = once(child, "close").then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    errors,
    lingeredMs: Date.now() - lastAt,
  }));
  return {
    events,
    async tells(type) {
      while (!events().some((event) => event.type === type)) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`it ended before it told ${type}: ${errors}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    kill: () => child.kill("SIGKILL"),
    ended,
  };
}
