import { global, layerOf } from "../argv/edit-flags.ts";
import { many, required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = required("name", "The name of the new team");
const roles = many("role", "Its stages: the roles that work one after the other");

export const teamsNew: Command = defineCommand({
  name: "teams new",
  summary: "Write a team into .polyglav/teams.json",
  about:
    "Writes an entry into .polyglav/teams.json and changes nothing else in it. Without roles the team keeps the stages of " +
    "the layers below. A file that cannot be read is never written.",
  args: [name, roles],
  flags: [global],
  readsLayers: true,
  examples: [
    { line: "polyglav teams new pair programmer code-reviewer", says: "A team of two" },
    {
      line: "polyglav teams new programming planner programmer tester",
      says: "The bundled team without its last stage",
    },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const { newEntry } = await import("../catalog/new-entry.ts");
    const stages = read(roles);
    const changes = stages.length === 0 ? [] : [{ path: ["stages"], value: stages }];
    return newEntry({ kind: "team", name: read(name), layer: layerOf(read), changes }, session);
  },
});
