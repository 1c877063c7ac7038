import { join } from "node:path";
import type { Subject, Suite } from "../../runner/benchmark.ts";
import { PEERS, peerProgram } from "../peers/place.ts";
import { HIDDEN, REDIRECTS } from "./corpus.ts";

/** How many cases each version gets right. Another number means that something has changed, and fails the run. */
const peer = (name: string, file: string, sees: number, seesTargets = REDIRECTS.length): Subject => ({
  name,
  kind: "peer",
  program: peerProgram(file),
  peers: PEERS,
  given: { sees, seesTargets },
});

const UNBASH = peer("unbash", "shell-unbash.ts", HIDDEN.length);
const OTHERS = [
  peer("mvdan-sh", "shell-mvdan-sh.ts", 48),
  peer("tree-sitter-bash", "shell-tree-sitter.ts", 46),
  peer("just-bash", "shell-just-bash.ts", 45),
  peer("bash-parser", "shell-bash-parser.ts", 33),
  peer("bash-parser-fork", "shell-bash-parser-fork.ts", 33),
  peer("shell-quote", "shell-shell-quote.ts", 28, 0),
  peer("sh-syntax", "shell-sh-syntax.ts", 0, 0),
];

const OURS: Subject = {
  name: "polyglav",
  kind: "ours",
  program: join(import.meta.dirname, "measure-ours.ts"),
  given: { sees: HIDDEN.length, seesTargets: REDIRECTS.length },
};

const looked = { warmMs: 0, measureMs: 0, rounds: 1, limitMs: 20_000 };

/** What a reader sees in lines that hide something: no speed, but without it speed means nothing. */
export const SHELL_SIGHT: Suite = {
  name: "shell, what is seen",
  unit: "cases right",
  better: "more",
  cases: [
    { name: "shell hidden commands", short: `of ${HIDDEN.length} commands`, given: { measure: "hidden" }, quick: true },
    {
      name: "shell redirects",
      short: `of ${REDIRECTS.length} redirects`,
      given: { measure: "redirects" },
      quick: true,
    },
  ],
  subjects: [OURS, UNBASH, ...OTHERS],
  effort: { full: looked, quick: looked },
};

/** How many everyday lines are parsed and walked to the last substitution. Ours is made of unbash, so that is its floor. */
export const SHELL: Suite = {
  name: "shell",
  unit: "lines per CPU-second",
  better: "more",
  cases: [{ name: "shell parse+walk", short: "parse+walk", given: { measure: "speed" }, quick: true }],
  subjects: [OURS, ...OTHERS, { ...UNBASH, kind: "reference" }],
  effort: {
    full: { warmMs: 2_000, measureMs: 2_000, rounds: 3, limitMs: 120_000 },
    quick: { warmMs: 500, measureMs: 400, rounds: 1, limitMs: 12_000 },
  },
};
