import { runOrLast } from "../argv/run-id.ts";
import { type Command, defineCommand } from "../command.ts";

export const runsTree: Command = defineCommand({
  name: "runs tree",
  summary: "Show who started whom in a run",
  about:
    "Shows the agents of a run as a tree, from its log: the role of each, how it ended, what it used with everybody below " +
    "it, its task, and the id by which it can be cancelled.",
  args: [runOrLast],
  examples: [
    { line: "polyglav runs tree", says: "Of the last run" },
    { line: "polyglav runs tree last~1 --json", says: "Of the run before, as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => (await import("../runs/show-tree.ts")).showTree(read(runOrLast) ?? "last", session),
});
