import { type Command, defineCommand } from "../command.ts";

export const asksList: Command = defineCommand({
  name: "asks list",
  summary: "List what the runs of this folder wait for",
  about:
    "Lists every open question of the runs here, however deep it was asked: its id, who asks, what for, since when and " +
    "until when, and in which run.",
  examples: [
    { line: "polyglav asks list", says: "What can be answered" },
    { line: "polyglav asks list --json", says: "The same as data, each with the command that answers it" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (_, session) => (await import("../asks/list-asks.ts")).listAsks(session),
});
