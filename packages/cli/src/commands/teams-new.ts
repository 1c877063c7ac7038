import { global, layerOf } from "../argv/edit-flags.ts";
import { many, required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";
import { displayPath } from "../view/place.ts";
import { visibleLine } from "../visible.ts";

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
  run: async (read, { places, viewpoint }) => {
    const [{ editEntry }, { notWritten }] = await Promise.all([
      import("@polyglav/catalog/file"),
      import("../catalog/written.ts"),
    ]);
    const team = read(name);
    const stages = read(roles);
    const layer = layerOf(read);
    const changes = stages.length === 0 ? [] : [{ path: ["stages"], value: stages }];
    const made = editEntry(places(), { kind: "team", name: team, layer }, changes);
    if (!made.ok) throw notWritten(made.problem, viewpoint);
    const { file, was } = made;
    const done = was === undefined ? `Created team: ${visibleLine(team)}` : `Overrode team: ${visibleLine(team)}`;
    const origin = was === undefined ? layer : `was ${was}`;
    return {
      data: { name: team, layer, file, ...(was === undefined ? {} : { overrode: was }) },
      lines: [[`${done} (${origin}) - edit ${visibleLine(displayPath(file, viewpoint))}`]],
    };
  },
});
