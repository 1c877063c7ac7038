import { global, layerOf } from "../argv/edit-flags.ts";
import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = required("name", "The name of a skill");

export const skillsRemove: Command = defineCommand({
  name: "skills remove",
  summary: "Remove a skill from .polyglav/skills",
  about:
    "Removes the file of a skill, or its folder with everything in it; of a link only the link. What a plugin brings " +
    "cannot be removed.",
  args: [name],
  flags: [global],
  readsLayers: true,
  examples: [
    { line: "polyglav skills remove small-steps", says: "From .polyglav/skills" },
    { line: "polyglav skills remove small-steps --global", says: "From ~/.config/polyglav/skills" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) =>
    (await import("../catalog/skills.ts")).dropSkill({ name: read(name), layer: layerOf(read) }, session),
});
