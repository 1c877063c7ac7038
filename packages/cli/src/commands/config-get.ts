import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const key = required("key", "The key, such as model or tool_permission.bash");

export const configGet: Command = defineCommand({
  name: "config get",
  summary: "Print the value of a config key that counts",
  about:
    "Prints the value that all layers make together, defaults included. What is inside a key is reached with dots.",
  args: [key],
  readsLayers: true,
  examples: [
    { line: "polyglav config get model", says: "The model of a run whose role names none" },
    { line: "polyglav config get tool_permission.bash --json", says: "One word, as data" },
  ],
  exits: ["ok", "usage", "config"],
  run: async (read, session) => (await import("../catalog/config.ts")).getConfig(read(key), session),
});
