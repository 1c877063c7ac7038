import { global, layerOf, readChanges, set, unset } from "../argv/edit-flags.ts";
import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = required("name", "The name of a role");

export const rolesEdit: Command = defineCommand({
  name: "roles edit",
  summary: "Change fields of a role in .polyglav/roles.json",
  about:
    "Writes fields of a role into one file, and changes nothing else in it: comments and order stay. What the role would " +
    "not take is not written. Values are JSON where they are any, else texts. Without --set and --unset it opens the " +
    "file in $VISUAL or $EDITOR.",
  args: [name],
  flags: [set, unset, global],
  readsLayers: true,
  examples: [
    { line: "polyglav roles edit programmer --set model=local/qwen3", says: "Another model, in this folder" },
    {
      line: "polyglav roles edit programmer --set tool_permission.bash=ask --unset model --global",
      says: "Two fields at once, in the user's own roles",
    },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const { editEntry } = await import("../catalog/edit-entry.ts");
    return editEntry({ kind: "role", name: read(name), layer: layerOf(read), changes: readChanges(read) }, session);
  },
});
