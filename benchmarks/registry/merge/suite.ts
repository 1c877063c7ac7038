import { join } from "node:path";
import type { Case, Subject, Suite } from "../../runner/benchmark.ts";
import { MERGING_PEERS } from "../peers/place.ts";
import { caseOf, SHAPES } from "../workload.ts";

const own = (name: string, kind: Subject["kind"], program: string, given: Subject["given"] = {}): Subject => ({
  name,
  kind,
  program: join(import.meta.dirname, program),
  given: { work: "merge", ...given },
});

const QUICK = new Set(["full 1000", "sparse 1000", "full 10"]);

const cases: readonly Case[] = SHAPES.flatMap((shape) =>
  [10, 100, 1_000].map((entries) => caseOf("merge", shape, entries, QUICK.has(`${shape} ${entries}`))),
);

/** How often four layers are taken in and all their entries are merged. */
export const MERGE: Suite = {
  name: "merge",
  unit: "merges per CPU-second",
  better: "more",
  cases,
  subjects: [
    own("polyglav", "ours", "measure-ours.ts", { data: "owned" }),
    own("polyglav-copied", "ours", "measure-ours.ts", { data: "copied" }),
    ...MERGING_PEERS.map((peer) => ({ ...peer, given: { work: "merge" } })),
    own("JSON.parse", "reference", "measure-parse.ts"),
    own("by-hand", "reference", "measure-spread.ts"),
  ],
  effort: {
    full: { warmMs: 500, measureMs: 1_500, rounds: 3, limitMs: 60_000 },
    quick: { warmMs: 150, measureMs: 250, rounds: 1, limitMs: 20_000 },
  },
  // As often as the text of the four layers is read by JSON.parse, which is a reference here.
  aims: [{ case: "merge full 1000", subject: "polyglav", value: 125 }],
};
