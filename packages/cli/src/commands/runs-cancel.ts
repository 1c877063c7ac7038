import { textFlag } from "../argv/flag.ts";
import { runId } from "../argv/run-id.ts";
import { type Command, defineCommand } from "../command.ts";

const below = textFlag({
  name: "below",
  value: "ID",
  summary: "Only this agent of the run, and those that it started; see runs tree",
});

export const runsCancel: Command = defineCommand({
  name: "runs cancel",
  summary: "End a run, or an agent of it",
  about:
    "Tells the process that works on a run to stop it; one that nobody works on, such as one that waits for an answer, is " +
    "ended in its log and cannot be gone on with. With --below the rest of the run goes on. What was done stays done.",
  args: [runId],
  flags: [below],
  examples: [
    { line: "polyglav runs cancel last", says: "The run that began last" },
    { line: "polyglav runs cancel k3x9 --below .2", says: "One agent; the run goes on without it" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => (await import("../runs/cancel-run.ts")).stopRun(read(runId), read(below), session),
});
