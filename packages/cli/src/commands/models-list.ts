import { type Command, defineCommand } from "../command.ts";

export const modelsList: Command = defineCommand({
  name: "models list",
  summary: "List the models that were approved",
  about:
    "Lists the models that roles of a folder or a plugin may use although your own config does not name them: when each " +
    "was approved and by what, and when it was last used. The list is models.json in your own folder, never in the project.",
  readsLayers: true,
  examples: [
    { line: "polyglav models list", says: "All of them" },
    { line: "polyglav models list --json", says: "The same as data" },
  ],
  exits: ["ok", "usage", "config"],
  run: async (_, session) => (await import("../run/approvals/commands.ts")).listModels(session),
});
