import { fileURLToPath } from "node:url";
import type { Case, How, Subject, Suite } from "../../runner/benchmark.ts";
import { PEERS, peerProgram } from "../peers/place.ts";

const own = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const QUICK = new Set(["10r/1d", "10r/20d", "1000r/5d", "10000r/20d"]);

const caseOf = (rules: number, depth: number): Case => {
  const short = `${rules}r/${depth}d`;
  return { name: `decide ${rules} rules depth ${depth}`, short, given: { rules, depth }, quick: QUICK.has(short) };
};

/** Needs many seconds for the large cases, which a quick run does not have. */
const needsTime = ({ given: { rules, depth } }: Case, how: How): boolean =>
  how === "quick" && Number(rules) * Number(depth) > 5_000;

const peer = (name: string, program: string, more: Partial<Subject> = {}): Subject => ({
  name,
  kind: "peer",
  program: peerProgram(program),
  peers: PEERS,
  ...more,
});

const LARGEST = "decide 10000 rules depth 20";

/** How many requests are decided by a chain of `d` carves with `r` rules each. */
export const DECIDE: Suite = {
  name: "decide",
  unit: "decisions per CPU-second",
  better: "more",
  cases: [10, 100, 1_000, 10_000].flatMap((rules) => [1, 5, 20].map((depth) => caseOf(rules, depth))),
  subjects: [
    { name: "polyglav", kind: "ours", program: own("measure-ours.ts"), given: { chain: "frozen" } },
    { name: "polyglav-live", kind: "ours", program: own("measure-ours.ts"), given: { chain: "live" } },
    { name: "polyglav-split", kind: "ours", program: own("measure-ours-split.ts") },
    { name: "wildcard-cached", kind: "peer", program: own("measure-wildcard.ts"), given: { expressions: "kept" } },
    {
      name: "wildcard-recompile",
      kind: "peer",
      program: own("measure-wildcard.ts"),
      given: { expressions: "rebuilt" },
      leavesOut: needsTime,
    },
    peer("picomatch", "decide-picomatch.ts", { leavesOut: needsTime }),
    peer("casl", "decide-casl.ts"),
    peer("accesscontrol", "decide-accesscontrol.ts"),
    peer("cedar-scoped", "decide-cedar.ts", { given: { layout: "scoped" }, leavesOut: needsTime }),
    peer("cedar", "decide-cedar.ts", { given: { layout: "like" }, leavesOut: needsTime }),
    peer("casbin", "decide-casbin.ts", { leavesOut: needsTime }),
    { name: "floor", kind: "reference", program: own("measure-floor.ts"), given: { chain: "met" } },
    { name: "floor-walk", kind: "reference", program: own("measure-floor.ts"), given: { chain: "walked" } },
  ],
  effort: {
    full: { warmMs: 500, measureMs: 1_500, rounds: 3, limitMs: 120_000 },
    quick: { warmMs: 250, measureMs: 300, rounds: 1, limitMs: 12_000 },
  },
  aims: [
    { case: LARGEST, subject: "polyglav", value: 5e6 },
    { case: LARGEST, subject: "polyglav-live", value: 1e6 },
  ],
};
