/**
 * `npm run bench -- <name> [--quick] [--json]`: measures ours and its peers in one run. See README.md.
 *
 * @module
 */
import { cpus } from "node:os";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { BENCHMARKS } from "./all.ts";
import { stateOfBuilds } from "./runner/builds.ts";
import { readCommandLine, type Wanted } from "./runner/command-line.ts";
import type { Benchmark, Effort, Outcome } from "./runner/benchmark.ts";
import { hasFailed } from "./runner/figures.ts";
import { areInstalled, installPeers } from "./runner/peers.ts";
import { type Cell, planCells } from "./runner/plan.ts";
import { toJson, toText } from "./runner/report.ts";
import { runCells } from "./runner/run-benchmark.ts";
import { runCell } from "./runner/run-cell.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What goes on is for stderr, so that stdout is the result and nothing else. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const line = readCommandLine(
  process.argv.slice(2),
  BENCHMARKS.map(({ name }) => name),
);
const benchmark = line.ok ? BENCHMARKS.find(({ name }) => name === line.wanted.name) : undefined;
if (!line.ok) say(line.why);
process.exitCode = line.ok && benchmark !== undefined ? await runAll(benchmark, line.wanted) : 2;

async function runAll(one: Benchmark, wanted: Wanted): Promise<number> {
  const cells = planCells(one.suites, wanted);
  if (cells.length === 0) return refuse(`Cannot run benchmark "${one.name}": no case and subject is called so`);

  const { missing, stale } = stateOfBuilds(ROOT, one.packages);
  if (missing.length > 0)
    return refuse(`Cannot measure ${missing.join(", ")}: there is no build of it (run npm run build)`);
  if (stale.length > 0) say(`Beware: the build of ${stale.join(", ")} is older than its sources (npm run build)`);

  const folders = new Set(cells.flatMap(({ subject }) => subject.peers ?? []));
  const absent = new Map<string, string>();
  for (const folder of [...folders].filter((candidate) => !areInstalled(candidate))) {
    const shown = relative(ROOT, folder);
    if (process.env.CI !== undefined && process.env.CI !== "")
      return refuse(`Cannot install the peers in ${shown}: not in CI, where nothing is compared`);
    say(`Installing the peers in ${shown} (first time only)...`);
    const installed = await installPeers(folder);
    if (installed.ok) continue;
    say(installed.why);
    absent.set(folder, `not run, because it is not installed: ${installed.why.split("\n", 1).join("")}`);
  }

  // What could not be installed is said to be missing, never taken for slow.
  const run = (cell: Cell, effort: Effort): Promise<Outcome> => {
    const why = absent.get(cell.subject.peers ?? "");
    return why === undefined ? runCell(cell, effort) : Promise.resolve({ kind: "failed", why });
  };
  const results = await runCells(cells, wanted.how, { run, say });
  const [cpu] = cpus();
  const machine = `Node ${process.version}, ${cpus().length} × ${cpu?.model.trim() ?? "unknown CPU"}`;
  const heading = `${one.name}: ${one.about}\n${new Date().toISOString().slice(0, 10)}, ${machine}, ${wanted.how} run`;
  say("");
  process.stdout.write(`${wanted.json ? toJson(one, process.version, results) : toText(heading, results)}\n`);
  return hasFailed(results) ? 1 : 0;
}

function refuse(why: string): number {
  say(why);
  return 1;
}
