import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const key = required("key", "The key, such as model or tool_permission.bash");

export const configExplain: Command = defineCommand({
  name: "config explain",
  summary: "Say where a config value comes from, and what it hides",
  about: "Says which file and line wrote the value of a key, what it hides in lower layers, and the default.",
  args: [key],
  readsLayers: true,
  examples: [
    { line: "polyglav config explain tool_permission.bash", says: "Who decides about commands" },
    { line: "polyglav config explain model --json", says: "The same as data" },
  ],
  exits: ["ok", "usage", "config"],
  run: async (read, session) => (await import("../catalog/config.ts")).explainConfig(read(key), session),
});
