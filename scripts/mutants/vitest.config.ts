import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { sourceAlias } from "../source-alias.ts";
import { TARGETS } from "./targets.ts";

const target = TARGETS.get(process.env.MUTANTS_OF ?? "");

/** Unit tests before laws: what is quick notices most. */
class QuickFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLaw = ({ moduleId }: TestSpecification): number => (moduleId.includes("/laws/") ? 1 : 0);
    return Promise.resolve(files.toSorted((a, b) => isLaw(a) - isLaw(b) || (a.moduleId < b.moduleId ? -1 : 1)));
  }
}

export default defineConfig({
  resolve: { alias: sourceAlias(resolve(import.meta.dirname, "../..")) },
  test: {
    include: [...(target?.tests ?? [])],
    sequence: { sequencer: QuickFirst },
    // Files share nothing but modules without state, and to begin anew for each costs more than to run it.
    isolate: false,
    // A mutant that few generated cases find is found by the next run; one that takes all of them takes too long.
    env: { POLYGLAV_CASES: "1000" },
    testTimeout: 120_000,
  },
});
