/**
 * How every subject is measured: what comes of its runs is compared first, then they are done over and over.
 *
 * @module
 */
import { cell, type Job, type Measured, wordGiven } from "../runner/cell.ts";
import { loadAgents } from "./agents.ts";
import { cpuOf, wallOf } from "./runs.ts";
import { checked, isScenario, type ScenarioName } from "./scenarios.ts";
import { startsOf } from "./starts.ts";
import { delegations, thousandRuns } from "./thousand.ts";

await cell(async (job): Promise<Measured> => {
  const what = wordGiven(job.given, "measure");
  if (what === "start") return startsOf(job);
  const agents = await loadAgents(job.given);
  switch (what) {
    case "cpu":
      return cpuOf(checked(scenarioIn(job), agents), job);
    case "wall":
      return wallOf(checked(scenarioIn(job), agents), job);
    case "runs":
      return thousandRuns(agents, wordGiven(job.given, "figure"));
    case "delegations":
      return delegations(agents, job);
    default:
      throw new TypeError(`Cannot measure ${JSON.stringify(what)}: there is no such thing`);
  }
});

function scenarioIn({ given }: Job): ScenarioName {
  const name = wordGiven(given, "scenario");
  if (isScenario(name)) return name;
  throw new TypeError(`Cannot measure ${JSON.stringify(name)}: there is no such scenario`);
}
