import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const model = required("model", "A model: provider/model, an alias, or the bare name of one at your usual provider");

export const modelsApprove: Command = defineCommand({
  name: "models approve",
  summary: "Let roles of any folder use a model",
  about:
    "Notes in your own list that a model may be used, whoever names it. A model that your own config.json or roles.json " +
    "names, or --model, needs no approval. run asks about any other at a terminal, and refuses it where nobody is.",
  args: [model],
  readsLayers: true,
  examples: [
    { line: "polyglav models approve local/qwen3", says: "One model of one provider" },
    { line: "polyglav models approve fast --json", says: "What the alias stands for, answered as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => (await import("../run/approvals/commands.ts")).approve(read(model), session),
});
