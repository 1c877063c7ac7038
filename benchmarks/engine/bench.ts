import type { Benchmark } from "../runner/benchmark.ts";
import { CPU, GROWTH, HEAP, KEPT, START, START_CPU, WALL } from "./suites.ts";

/** What an agent costs beside its model: one tool, one child, twenty, five deep, a thousand. */
export const engine: Benchmark = {
  name: "engine",
  about: "agents that call tools and delegate, with models that take no time",
  packages: ["registry", "permissions", "skills", "catalog", "engine"],
  suites: [CPU, WALL, START_CPU, START, KEPT, HEAP, GROWTH],
};
