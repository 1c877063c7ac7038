import { CONDUCT_FLAGS, readConduct } from "../argv/run-flags.ts";
import { runId } from "../argv/run-id.ts";
import { type Command, defineCommand } from "../command.ts";

export const runsResume: Command = defineCommand({
  name: "runs resume",
  summary: "Go on with a run that waits or broke off",
  about:
    "Goes on with a run where its log ends. What is done is not done again; a call that had begun and may have done " +
    "something is answered with outcome unknown; what was asked is asked again, where somebody is there. The task, the " +
    "limits and the flags of its layers are those that it began with: --mode and --cap only take more away. A run that " +
    "you did not begin here needs a folder that is trusted: its log says what was allowed.",
  args: [runId],
  flags: CONDUCT_FLAGS,
  readsLayers: true,
  examples: [
    { line: "polyglav runs resume last", says: "The one that began last" },
    { line: "polyglav runs resume k3x9 --yes --output ndjson", says: "Confirm what it asks, for programs" },
  ],
  exits: ["ok", "failed", "usage", "config", "not-ready", "denied", "limit", "waiting", "interrupted", "terminated"],
  run: async (read, session) => {
    const conduct = readConduct(read);
    const { resume } = await import("../run/resume.ts");
    return resume(read(runId), conduct, session);
  },
});
