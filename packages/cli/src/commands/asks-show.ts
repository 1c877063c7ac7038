import { optional } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const id = optional("id", "The id of an ask, as asks list shows it; run/id where two runs have the same");

export const asksShow: Command = defineCommand({
  name: "asks show",
  summary: "Show a question with its reasons and its answers",
  about:
    "Shows all of an open ask: who wants what and in whose name, why it has to be asked and which file and line says so, " +
    "what the agent says for itself, what to mind, and each answer that it takes as a command. With one open, no id is needed.",
  args: [id],
  examples: [
    { line: "polyglav asks show", says: "The only one" },
    { line: "polyglav asks show k3x9-1 --json", says: "One of several, as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => (await import("../asks/show-ask.ts")).showAsk(read(id), session),
});
