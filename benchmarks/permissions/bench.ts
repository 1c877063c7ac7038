import type { Benchmark } from "../runner/benchmark.ts";
import { CHAIN } from "./chain/suite.ts";
import { DECIDE } from "./decide/suite.ts";
import { SHELL, SHELL_SIGHT } from "./shell/suite.ts";

/** What deciding costs, and what is read on the way to a decision. */
export const permissions: Benchmark = {
  name: "permissions",
  about: "decisions over rules and chains, shell lines, sealed chains",
  packages: ["permissions"],
  suites: [DECIDE, SHELL_SIGHT, SHELL, CHAIN],
};
