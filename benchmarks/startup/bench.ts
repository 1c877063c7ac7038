import { fileURLToPath } from "node:url";
import type { Aim, Benchmark, Case } from "../runner/benchmark.ts";

const COMMANDS = [
  { words: "--version", aim: 1.6 },
  { words: "--help", aim: 2.5 },
  { words: "roles list", aim: 4 },
];

const cases = COMMANDS.map(({ words }): Case => ({ name: words, short: words, given: { words }, quick: true }));
const aims = COMMANDS.map(({ words, aim }): Aim => ({ case: words, subject: "polyglav", value: aim }));

/** How long the command takes to start, beside Node that does nothing. */
export const startup: Benchmark = {
  name: "startup",
  about: "from the start of the command to its end",
  packages: ["cli"],
  suites: [
    {
      name: "start",
      unit: "times an empty script",
      better: "less",
      cases,
      subjects: [
        {
          name: "polyglav",
          kind: "ours",
          program: fileURLToPath(new URL("./measure-command.ts", import.meta.url)),
        },
      ],
      effort: {
        full: { warmMs: 0, measureMs: 3_000, rounds: 1, limitMs: 60_000 },
        quick: { warmMs: 0, measureMs: 1_000, rounds: 1, limitMs: 60_000 },
      },
      aims,
    },
  ],
};
