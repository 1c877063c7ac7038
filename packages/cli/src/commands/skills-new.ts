import { global, layerOf } from "../argv/edit-flags.ts";
import { many, required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = required("name", "The name of the new skill: letters of the alphabet, digits and hyphens");
const content = many("text", "Its text; without one it gets a heading, to be edited");

export const skillsNew: Command = defineCommand({
  name: "skills new",
  summary: "Write a skill into .polyglav/skills",
  about:
    "Writes NAME.md into .polyglav/skills, or with --global into the skills of the user. A file that is there is never touched.",
  args: [name, content],
  flags: [global],
  readsLayers: true,
  examples: [
    { line: "polyglav skills new small-steps", says: "A file to be edited" },
    { line: 'polyglav skills new small-steps "Commit after every step." --global', says: "A skill for all folders" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const words = read(content);
    const { newSkill } = await import("../catalog/skills.ts");
    const text = words.length === 0 ? undefined : `${words.join(" ")}\n`;
    return newSkill({ name: read(name), layer: layerOf(read), content: text }, session);
  },
});
