import { global, layerOf, readChanges, set, unset } from "../argv/edit-flags.ts";
import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = required("name", "The name of a team");

export const teamsEdit: Command = defineCommand({
  name: "teams edit",
  summary: "Change fields of a team in .polyglav/teams.json",
  about:
    "Writes fields of a team into one file, and changes nothing else in it: comments and order stay. What the team would " +
    "not take is not written. Values are JSON where they are any, else texts. Without --set and --unset it opens the " +
    "file in $VISUAL or $EDITOR.",
  args: [name],
  flags: [set, unset, global],
  readsLayers: true,
  examples: [
    { line: "polyglav teams edit programming --set description=Ours", says: "Another description, in this folder" },
    {
      line: 'polyglav teams edit programming --set loop={"from":"programmer","until":"tester"} --global',
      says: "A loop, in the user's own teams",
    },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const { editEntry } = await import("../catalog/edit-entry.ts");
    return editEntry({ kind: "team", name: read(name), layer: layerOf(read), changes: readChanges(read) }, session);
  },
});
