import { textFlag } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const as = textFlag({ name: "as", value: "PATH", summary: "Roles from the root, such as leader/programmer" });

export const permissionsShow: Command = defineCommand({
  name: "permissions show",
  summary: "Show what a role may use and hand down, and which line says so",
  about:
    "Shows a line for each category: what the end of the path may use, what it may hand down, and the word that " +
    "decides. Rules follow the category that they are about. Without --as it is the root_role of the config.",
  flags: [as],
  readsLayers: true,
  examples: [
    { line: "polyglav permissions show", says: "What a run starts with" },
    { line: "polyglav permissions show --as leader/programmer --cap bash=deny", says: "The same under a cap" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const { showPermissions } = await import("../permissions/show.ts");
    return showPermissions(read(as), session);
  },
});
