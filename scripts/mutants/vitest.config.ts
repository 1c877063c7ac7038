import { defineConfig, mergeConfig } from "vitest/config";
import workspace from "../../vitest.config.ts";
import { TARGETS } from "./targets.ts";

const target = TARGETS.get(process.env["MUTANTS_OF"] ?? "");

export default mergeConfig(
  { ...workspace, test: { ...workspace.test, include: [], reporters: [] } },
  defineConfig({
    test: {
      include: [...(target?.tests ?? [])],
      // Files share nothing but modules without state, and to begin anew for each costs more than to run it.
      isolate: false,
      // A mutant that few generated cases find is found by the next run; one that takes all of them takes too long.
      env: { POLYGLAV_CASES: "1000" },
    },
  }),
);
