import { optional } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = optional("name", "Only this team");

export const teamsLint: Command = defineCommand({
  name: "teams lint",
  summary: "Find what is probably a mistake in teams",
  about:
    "Finds stages whose role is in no layer, loops that are none, skills that there are not, missing descriptions and odd " +
    "tags. Exits 8 when there is any.",
  args: [name],
  readsLayers: true,
  examples: [
    { line: "polyglav teams lint", says: "All teams" },
    { line: "polyglav teams lint programming --json", says: "One team, as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready", "differs"],
  run: async (read, session) => (await import("../catalog/lint.ts")).lintEntries("team", read(name), session),
});
