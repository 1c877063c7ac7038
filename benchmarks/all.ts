/**
 * The benchmarks there are.
 *
 * @module
 */
import { engine } from "./engine/bench.ts";
import { permissions } from "./permissions/bench.ts";
import { registry } from "./registry/bench.ts";
import type { Benchmark } from "./runner/benchmark.ts";
import { startup } from "./startup/bench.ts";

export const BENCHMARKS: readonly Benchmark[] = [engine, permissions, registry, startup];
