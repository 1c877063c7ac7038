import { global, layerOf } from "../argv/edit-flags.ts";
import { many, required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = required("name", "The name of the new role");
const prompt = many("prompt", "Its system prompt; without one the role keeps the prompt of the layers below");

export const rolesNew: Command = defineCommand({
  name: "roles new",
  summary: "Write a role into .polyglav/roles.json",
  about:
    "Writes an entry into .polyglav/roles.json and changes nothing else in it: comments and order stay. A role of that " +
    "name in a lower layer keeps every field that the new entry does not set. " +
    "A file that cannot be read is never written.",
  args: [name, prompt],
  flags: [global],
  readsLayers: true,
  examples: [
    { line: 'polyglav roles new poet "You write short poems."', says: "A role of your own" },
    { line: "polyglav roles new programmer", says: "An empty entry over the bundled role, to be edited" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const { newEntry } = await import("../catalog/new-entry.ts");
    const words = read(prompt);
    const changes = words.length === 0 ? [] : [{ path: ["system_prompt"], value: words.join(" ") }];
    return newEntry({ kind: "role", name: read(name), layer: layerOf(read), changes }, session);
  },
});
