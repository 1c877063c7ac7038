import { global, layerOf } from "../argv/edit-flags.ts";
import { many, required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = required("name", "The name of a skill");
const content = many("text", "Its new text; without one $VISUAL or $EDITOR opens the file");

export const skillsEdit: Command = defineCommand({
  name: "skills edit",
  summary: "Change a skill in .polyglav/skills",
  about: "Replaces the whole text of a skill, at once or not at all, or opens its file in an editor.",
  args: [name, content],
  flags: [global],
  readsLayers: true,
  examples: [
    { line: 'polyglav skills edit small-steps "Commit after every step."', says: "A new text" },
    { line: "polyglav skills edit small-steps --global", says: "The user's own, in an editor" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const words = read(content);
    const { changeSkill } = await import("../catalog/skills.ts");
    const text = words.length === 0 ? undefined : `${words.join(" ")}\n`;
    return changeSkill({ name: read(name), layer: layerOf(read), content: text }, session);
  },
});
