import { global, layerOf } from "../argv/edit-flags.ts";
import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const from = required("folder", "A folder of skills, such as .claude/skills");

export const skillsImport: Command = defineCommand({
  name: "skills import",
  summary: "Copy the skills of a folder into .polyglav/skills",
  about:
    "Copies each NAME.md, and each folder with a SKILL.md and what belongs to it. Nothing is overwritten, nothing is run, " +
    "and no link is followed out of the folder. Exits 8 when some were not copied.",
  args: [from],
  flags: [global],
  readsLayers: true,
  examples: [
    { line: "polyglav skills import .claude/skills", says: "Into this folder's own" },
    { line: "polyglav skills import ~/skills --global --json", says: "Into the user's own, with a receipt for each" },
  ],
  exits: ["ok", "usage", "config", "not-ready", "differs"],
  run: async (read, session) =>
    (await import("../catalog/skills.ts")).takeSkills({ from: read(from), layer: layerOf(read) }, session),
});
