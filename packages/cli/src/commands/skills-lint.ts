import { optional } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = optional("name", "Only this skill");

export const skillsLint: Command = defineCommand({
  name: "skills lint",
  summary: "Find what others would stumble over in skills",
  about:
    "Checks skills by the rules of the open format: names, descriptions, lengths, fields, code blocks that stay open, " +
    "letters that nobody sees. Exits 8 when there is any finding.",
  args: [name],
  readsLayers: true,
  examples: [
    { line: "polyglav skills lint", says: "All skills" },
    { line: "polyglav skills lint small-steps --json", says: "One skill, as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready", "differs"],
  run: async (read, session) => (await import("../catalog/skills.ts")).lintSkills(read(name), session),
});
