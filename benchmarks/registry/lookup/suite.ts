import { join } from "node:path";
import type { Case, Subject, Suite } from "../../runner/benchmark.ts";
import { caseOf } from "../workload.ts";

const own = (name: string, kind: Subject["kind"], program: string, measure: string): Subject => ({
  name,
  kind,
  program: join(import.meta.dirname, program),
  given: { measure },
});

const effort: Suite["effort"] = {
  full: { warmMs: 500, measureMs: 1_500, rounds: 3, limitMs: 60_000 },
  quick: { warmMs: 150, measureMs: 250, rounds: 1, limitMs: 20_000 },
};

const casesOf = (what: string): readonly Case[] =>
  [10, 1_000].map((entries) => caseOf(what, "full", entries, entries === 1_000));

/** How often an entry is looked up: again, and for the first time, when it is merged. */
export const LOOKUP: Suite = {
  name: "get",
  unit: "lookups per CPU-second",
  better: "more",
  cases: casesOf("get"),
  subjects: [
    own("polyglav", "ours", "measure-ours.ts", "warm"),
    own("polyglav-first", "ours", "measure-first.ts", "cold"),
    own("Map.get", "reference", "measure-map.ts", "map"),
  ],
  effort,
  // 50 nanoseconds each.
  aims: [{ case: "get full 1000", subject: "polyglav", value: 20e6 }],
};

/** How often it is told where every field of an entry comes from. Nothing else that merges can tell. */
export const EXPLAIN: Suite = {
  name: "explain",
  unit: "explanations per CPU-second",
  better: "more",
  cases: casesOf("explain"),
  subjects: [own("polyglav", "ours", "measure-ours.ts", "explain")],
  effort,
};
