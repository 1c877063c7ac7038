import { global, layerOf } from "../argv/edit-flags.ts";
import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = required("name", "The name of a team");

export const teamsRemove: Command = defineCommand({
  name: "teams remove",
  summary: "Remove a team from .polyglav/teams.json",
  about:
    "Removes what one file says about a team; lower layers show again. A team that is bundled or comes from a plugin " +
    "cannot be removed, only hidden.",
  args: [name],
  flags: [global],
  readsLayers: true,
  examples: [
    { line: "polyglav teams remove pair", says: "From .polyglav/teams.json" },
    { line: "polyglav teams remove pair --global", says: "From ~/.config/polyglav/teams.json" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const { removeEntry } = await import("../catalog/remove-entry.ts");
    return removeEntry({ kind: "team", name: read(name), layer: layerOf(read) }, session);
  },
});
