import { global, layerOf } from "../argv/edit-flags.ts";
import { many, required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";
import { displayPath } from "../view/place.ts";
import { visibleLine } from "../visible.ts";

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
  run: async (read, { places, viewpoint }) => {
    const [{ editEntry, isTrusted }, { notWritten }] = await Promise.all([
      import("@polyglav/catalog/file"),
      import("../catalog/written.ts"),
    ]);
    const layer = layerOf(read);
    const words = read(prompt);
    const role = read(name);
    const changes = words.length === 0 ? [] : [{ path: ["system_prompt"], value: words.join(" ") }];
    const made = editEntry(places(), { kind: "role", name: role, layer }, changes);
    if (!made.ok) throw notWritten(made.problem, viewpoint);
    const file = visibleLine(displayPath(made.file, viewpoint));
    const was = made.was;
    const shown = visibleLine(role);
    return {
      data: { name: role, layer, file: made.file, ...(was === undefined ? {} : { overrode: was }) },
      lines: [
        [
          was === undefined
            ? `${made.restored === true ? "Restored" : "Created"} role: ${shown} (${layer})`
            : `Overrode role: ${shown} (was ${was})`,
          ` - edit ${file}`,
        ],
        ...(layer === "global" || isTrusted(places())
          ? []
          : [[`To use it, trust the folder: polyglav trust, or once: polyglav run --role ${shown} --trust -- "..."`]]),
      ],
    };
  },
});
