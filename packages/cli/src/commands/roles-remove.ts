import { global, layerOf } from "../argv/edit-flags.ts";
import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = required("name", "The name of a role");

export const rolesRemove: Command = defineCommand({
  name: "roles remove",
  summary: "Remove a role from .polyglav/roles.json",
  about:
    "Removes what one file says about a role; lower layers show again. A role that is bundled or comes from a plugin " +
    "cannot be removed, only hidden.",
  args: [name],
  flags: [global],
  readsLayers: true,
  examples: [
    { line: "polyglav roles remove poet", says: "From .polyglav/roles.json" },
    { line: "polyglav roles remove poet --global", says: "From ~/.config/polyglav/roles.json" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const { removeEntry } = await import("../catalog/remove-entry.ts");
    return removeEntry({ kind: "role", name: read(name), layer: layerOf(read) }, session);
  },
});
