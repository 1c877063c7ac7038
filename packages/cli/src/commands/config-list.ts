import { type Command, defineCommand } from "../command.ts";

export const configList: Command = defineCommand({
  name: "config list",
  summary: "List the config, and where each value comes from",
  about: "Lists every key that has a value, with the layer, file and line that wrote it, or default.",
  readsLayers: true,
  examples: [
    { line: "polyglav config list", says: "All keys" },
    { line: "polyglav config list --json", says: "The same as one JSON object" },
  ],
  exits: ["ok", "usage", "config"],
  run: async (_, session) => (await import("../catalog/config.ts")).listConfig(session),
});
