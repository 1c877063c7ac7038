/**
 * The benchmarks there are.
 *
 * @module
 */
import { permissions } from "./permissions/bench.ts";
import { registry } from "./registry/bench.ts";
import type { Benchmark } from "./runner/benchmark.ts";
import { startup } from "./startup/bench.ts";

export const BENCHMARKS: readonly Benchmark[] = [permissions, registry, startup];
