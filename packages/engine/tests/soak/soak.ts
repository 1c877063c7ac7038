import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** What a process is to do and to measure. */
export interface Order {
  readonly what: "runs" | "one-run" | "at-once" | "asks" | "sequence";
  /** Where its logs are. */
  readonly dir: string;
  readonly sizes: readonly [number, number?];
  /** Which of two processes it is. */
  readonly part?: "begin" | "go on";
  /** Whether its time is measured, and nothing looks on meanwhile. */
  readonly timed?: boolean;
}

/** What one delegation costs: bytes of log, messages written for providers, milliseconds of the processor. */
export interface Cost {
  readonly bytes: number;
  readonly written: number;
  readonly ms: number;
}

/** What it has measured; each scenario has its own part of it. */
export interface Figures {
  /** Bytes of the heap after a collection, in the order of time. */
  readonly heaps?: readonly number[];
  readonly delegations?: number;
  readonly said?: string;
  readonly answered?: number;
  readonly short?: Cost;
  readonly long?: Cost;
}

export interface Measured extends Figures {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Runs a scenario in a process of its own, and gives what it has printed. */
export async function soak(order: Order): Promise<Measured> {
  const loader = new URL("../field/source-loader.mjs", import.meta.url).href;
  const file = join(import.meta.dirname, "soak.fixture.ts");
  const child = spawn(process.execPath, ["--expose-gc", "--import", loader, file, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (data: string) => (text += data));
  await once(child, "close");
  if (child.exitCode !== 0)
    throw new Error(`the process ended with ${child.exitCode ?? child.signalCode ?? "nothing"}`);
  return JSON.parse(text) as Measured;
}
