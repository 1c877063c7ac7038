/**
 * How long a program takes until it can delegate, and until its first run has ended: in a process of its own each time.
 *
 * @module
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Disagreement, type Job, type Measured, wordGiven } from "../runner/cell.ts";
import { median } from "../runner/figures.ts";

/** What a started process says. All figures are milliseconds since it began to load the subject. */
export interface FirstRun {
  readonly requests: number;
  readonly import: { readonly wallMs: number; readonly cpuMs: number };
  readonly cold: { readonly wallMs: number; readonly cpuMs: number };
}

const PROGRAM = fileURLToPath(new URL("./first-run.ts", import.meta.url));

/** Starts a subject again and again; the median counts. The first start warms the disk and is only compared. */
export function startsOf({ given, effort: { measureMs } }: Job): Measured {
  const point = wordGiven(given, "scenario") === "import" ? "import" : "cold";
  const clock = wordGiven(given, "figure") === "cpu" ? "cpuMs" : "wallMs";
  const start = (): FirstRun => {
    const said = firstRun(JSON.stringify({ given }));
    if (said.requests !== 2) throw new Disagreement(`its first run makes ${said.requests} model requests, not 2`);
    return said;
  };
  start();
  const starts: FirstRun[] = [];
  for (const began = performance.now(); performance.now() - began < measureMs || starts.length < 3;)
    starts.push(start());
  const [import_, cold] = [
    median(starts.map((one) => one.import[clock])),
    median(starts.map((one) => one.cold[clock])),
  ];
  return {
    value: point === "import" ? import_ : cold,
    note: `loaded after ${import_.toFixed(1)} ms, first run over after ${cold.toFixed(1)} ms, medians of ${starts.length}`,
  };
}

/** Runs the program with the flags of this process, so that `@polyglav/…` means the builds there, too. */
function firstRun(job: string): FirstRun {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, PROGRAM, job], {
    encoding: "utf8",
    timeout: 60_000,
  });
  // Peers print, too: what counts begins with the mark.
  const line = stdout.split("\n").findLast((one) => one.startsWith(MARK));
  if (line === undefined) {
    const end = signal ?? `exit code ${status ?? "unknown"}`;
    throw new Error(`a start ended with ${end}\n${stderr.trim().split("\n").slice(-8).join("\n")}`);
  }
  const [requests = 0, ...figures] = line.slice(MARK.length).split(" ").map(Number);
  const [importWall = 0, importCpu = 0, coldWall = 0, coldCpu = 0] = figures;
  return { requests, import: { wallMs: importWall, cpuMs: importCpu }, cold: { wallMs: coldWall, cpuMs: coldCpu } };
}

export const MARK = "first run: ";
