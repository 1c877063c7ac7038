import { switchFlag } from "../argv/flag.ts";
import { runOrLast } from "../argv/run-id.ts";
import { type Command, defineCommand } from "../command.ts";

const follow = switchFlag({
  name: "follow",
  short: "f",
  summary: "Go on while a process works on the run, until Ctrl-C",
});

export const runsTail: Command = defineCommand({
  name: "runs tail",
  summary: "Show what happened in a run, and what happens",
  about:
    "Shows the log of a run in the lines that a run shows live, on stdout; with --follow also what is added to it while a " +
    "process works on it. It changes nothing, and its own exit code does not say how the run ended.",
  args: [runOrLast],
  flags: [follow],
  examples: [
    { line: "polyglav runs tail", says: "What happened in the last run" },
    { line: "polyglav runs tail -f k3x9 --output ndjson", says: "Events as they come, for programs" },
  ],
  exits: ["ok", "usage", "config", "not-ready", "interrupted", "terminated"],
  run: async (read, session) =>
    (await import("../runs/tail-run.ts")).tailRun(read(runOrLast) ?? "last", read(follow), session),
});
