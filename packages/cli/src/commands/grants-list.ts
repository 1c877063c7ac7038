import { type Command, defineCommand } from "../command.ts";

export const grantsList: Command = defineCommand({
  name: "grants list",
  summary: "List the yeses that stand for this project",
  about:
    "Lists what was answered with p, this project, at a question: who it is for, what it covers, and when it ends. " +
    "They are kept with your own settings and not in the folder; a deny that is written later beats every one of them.",
  readsLayers: true,
  examples: [
    { line: "polyglav grants list", says: "What is not asked about here any more" },
    { line: "polyglav grants list --json", says: "The same as data" },
  ],
  exits: ["ok", "usage", "config"],
  run: async (_, session) => (await import("../permissions/grants.ts")).listGrants(session),
});
