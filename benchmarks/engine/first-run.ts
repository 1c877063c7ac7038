/**
 * One start of a subject. What reads TypeScript is warm when the clock starts, because users of a library load none.
 *
 * @module
 */
import { readJob } from "../runner/cell.ts";
import { loadAgents } from "./agents.ts";
import { checked } from "./scenarios.ts";
import { type FirstRun, MARK } from "./starts.ts";
import { requestsSoFar } from "./workload.ts";

const { given } = readJob(process.argv[2] ?? "{}");
const [began, before] = [performance.now(), process.cpuUsage()];

const since = (): FirstRun["cold"] => {
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - began, cpuMs: (user + system) / 1_000 };
};

const agents = await loadAgents(given);
const imported = since();
const run = checked("single", agents);
await run.once();
const cold = since();
run.settle();
const figures = [imported.wallMs, imported.cpuMs, cold.wallMs, cold.cpuMs];
process.stdout.write(`\n${MARK}${[requestsSoFar(), ...figures].join(" ")}\n`, () => process.exit(0));
