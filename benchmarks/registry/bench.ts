import type { Benchmark } from "../runner/benchmark.ts";
import { CHANGE } from "./change/suite.ts";
import { EXPLAIN, LOOKUP } from "./lookup/suite.ts";
import { MERGE } from "./merge/suite.ts";
import { skillSuites } from "./skills/suites.ts";

/** What merging layers costs, what a change costs, what reading does, and how long skills take to be read. */
export const registry: Benchmark = {
  name: "registry",
  about: "layers of named entries merged, changed, looked up and explained; skills read and refreshed",
  packages: ["registry", "skills"],
  suites: [MERGE, CHANGE, LOOKUP, EXPLAIN, ...skillSuites],
};
