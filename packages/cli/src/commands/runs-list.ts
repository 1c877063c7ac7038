import { choiceFlag, countFlag } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const last = countFlag({ name: "last", most: 1_000_000, summary: "How many runs (default 20)" });
const state = choiceFlag({
  name: "state",
  words: ["running", "waiting", "ready", "broken-off", "ended"],
  summary: "Only those in this state",
});

export const runsList: Command = defineCommand({
  name: "runs list",
  summary: "List the runs of this folder",
  about:
    "Lists what was run here, the newest last: its state (a process works on it, it waits for an answer, it is ready because all are there, it broke off, or " +
    "how it ended), its role, its age, what it used, and how its task begins. It reads the logs in .polyglav/runs.",
  flags: [last, state],
  examples: [
    { line: "polyglav runs list", says: "The last 20" },
    { line: "polyglav runs list --state waiting --json", says: "Those that wait for an answer, as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) =>
    (await import("../runs/list-runs.ts")).showRuns({ last: read(last) ?? 20, state: read(state) }, session),
});
