import { required, switchFlag } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";
import { notFound } from "../not-found.ts";

const from = required("from", "What to import: replio");
const write = switchFlag({ name: "write", summary: "Write it; without this only the plan is shown" });

export const importFrom: Command = defineCommand({
  name: "import",
  summary: "Move roles, teams and skills of an older form into .polyglav",
  about:
    "Shows what types.json, teams.json and skills of .replio, here and in the user's own folder, would become, and with " +
    "--write copies it into .polyglav and ~/.config/polyglav. Nothing is overwritten and nothing is removed. For the " +
    "permission settings of other programs there is permissions import.",
  args: [from],
  flags: [write],
  readsLayers: true,
  examples: [
    { line: "polyglav import replio", says: "The plan" },
    { line: "polyglav import replio --write", says: "Do it" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    if (read(from) !== "replio") throw notFound({ one: "older form" }, read(from), ["replio"]);
    return (await import("../catalog/import-replio.ts")).moveReplio(read(write), session);
  },
});
