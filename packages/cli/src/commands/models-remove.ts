import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const model = required("model", "A model, as models list shows it, or an alias of one");

export const modelsRemove: Command = defineCommand({
  name: "models remove",
  summary: "Take the approval of a model back",
  about:
    "Takes a model out of your list, so that the next role of a folder or a plugin that names it is asked about again.",
  args: [model],
  readsLayers: true,
  examples: [
    { line: "polyglav models remove local/qwen3", says: "That one" },
    { line: "polyglav models remove local/qwen3 --json", says: "The same, answered as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => (await import("../run/approvals/commands.ts")).remove(read(model), session),
});
