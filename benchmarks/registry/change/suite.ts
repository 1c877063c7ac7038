import { join } from "node:path";
import type { Case, Subject, Suite } from "../../runner/benchmark.ts";
import { MERGING_PEERS, peer } from "../peers/place.ts";
import { caseOf, SHAPES } from "../workload.ts";

const ours = (name: string, then: string): Subject => ({
  name,
  kind: "ours",
  program: join(import.meta.dirname, "measure-ours.ts"),
  given: { then },
});

const cases: readonly Case[] = SHAPES.flatMap((shape) =>
  [10, 100, 1_000].map((entries) => caseOf("change", shape, entries, shape === "full" && entries === 1_000)),
);

/** How often one entry of the highest layer changes and is merged again. */
export const CHANGE: Suite = {
  name: "change",
  unit: "changes per CPU-second",
  better: "more",
  cases,
  subjects: [
    ours("polyglav", "get"),
    ours("polyglav-all", "list"),
    ours("polyglav-layer", "set"),
    ...MERGING_PEERS.map((one) => ({ ...one, given: { work: "change" } })),
    // Another work: who knows which entry changed merges that alone, or writes into what was merged.
    peer("defu-one-entry", "reference", "change-defu-one.ts"),
    peer("immer", "reference", "change-immer.ts"),
    peer("mutative", "reference", "change-mutative.ts"),
  ],
  effort: {
    full: { warmMs: 500, measureMs: 1_500, rounds: 3, limitMs: 60_000 },
    quick: { warmMs: 150, measureMs: 250, rounds: 1, limitMs: 20_000 },
  },
  // Fifty times as often as the fastest peer merges everything.
  aims: [{ case: "change full 1000", subject: "polyglav", value: 8_000 }],
};
