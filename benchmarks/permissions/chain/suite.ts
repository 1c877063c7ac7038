import { join } from "node:path";
import type { Case, Suite } from "../../runner/benchmark.ts";
import { PEERS, peerProgram } from "../peers/place.ts";

const caseOf = (depth: number): Case => ({
  name: `chain depth ${depth}`,
  short: `depth ${depth}`,
  given: { depth },
  quick: depth !== 5,
});

/** How many sealed chains of delegations that come from elsewhere are read and found whole. */
export const CHAIN: Suite = {
  name: "chain",
  unit: "chains opened per CPU-second",
  better: "more",
  cases: [1, 5, 20].map(caseOf),
  subjects: [
    { name: "polyglav", kind: "ours", program: join(import.meta.dirname, "measure-ours.ts") },
    { name: "macaroon", kind: "peer", program: peerProgram("chain-macaroon.ts"), peers: PEERS },
    {
      name: "biscuit",
      kind: "peer",
      program: peerProgram("chain-biscuit.ts"),
      peers: PEERS,
      given: { measure: "parse" },
    },
    { name: "ucanto", kind: "peer", program: peerProgram("chain-ucanto.ts"), peers: PEERS },
    // Another work: what is asked of a chain that is open already. Ours does that with decide.
    {
      name: "biscuit-authorize",
      kind: "reference",
      program: peerProgram("chain-biscuit.ts"),
      peers: PEERS,
      given: { measure: "authorize" },
    },
  ],
  effort: {
    full: { warmMs: 500, measureMs: 1_500, rounds: 3, limitMs: 60_000 },
    quick: { warmMs: 200, measureMs: 300, rounds: 1, limitMs: 12_000 },
  },
};
