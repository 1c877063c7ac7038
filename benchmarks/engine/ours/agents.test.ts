import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { checked, isScenario, SCENARIO_NAMES } from "../scenarios.ts";
import { makeAgents } from "./agents.ts";

// A thousand are for the benchmark.
const scenarios = SCENARIO_NAMES.filter(isScenario).filter((name) => name !== "seq1000");

const folder = mkdtempSync(join(tmpdir(), "polyglav-engine-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.each([
  { log: "memory", listen: "no" },
  { log: "file", listen: "no" },
  { log: "file", listen: "yes" },
])("ours with $log log, somebody listening: $listen", (given) => {
  test.each(scenarios)("does %s as every other subject, again and again", async (scenario) => {
    const runs = checked(scenario, makeAgents({ ...given, folder }));
    await runs.once();
    await runs.once();
    expect(runs.settle).not.toThrow();
  });
});
