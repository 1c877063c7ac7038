import { runOrLast } from "../argv/run-id.ts";
import { type Command, defineCommand } from "../command.ts";

export const runsShow: Command = defineCommand({
  name: "runs show",
  summary: "Show everything about a run",
  about:
    "Shows the state of a run, its task, role, model, limits and use; what it was denied; what it asks, with the command " +
    "that answers each; and how it ended, with its answer.",
  args: [runOrLast],
  examples: [
    { line: "polyglav runs show", says: "The last one" },
    { line: "polyglav runs show k3x9 --json", says: "The one whose id ends so, as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => (await import("../runs/show-run.ts")).showRun(read(runOrLast) ?? "last", session),
});
