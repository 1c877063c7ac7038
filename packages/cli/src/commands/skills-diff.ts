import { against } from "../argv/layer-flag.ts";
import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = required("name", "The name of a skill");

export const skillsDiff: Command = defineCommand({
  name: "skills diff",
  summary: "Show what higher layers change in a skill",
  about:
    "Compares a skill as all layers make it with what the layers up to one make of it, field by field, and says which file " +
    "and line each difference comes from. Exits 8 when there is any.",
  args: [name],
  flags: [against],
  readsLayers: true,
  examples: [
    { line: "polyglav skills diff small-steps --trust", says: "What the user and this folder say" },
    { line: "polyglav skills diff small-steps --against plugin", says: "Against the one of a plugin" },
  ],
  exits: ["ok", "usage", "config", "not-ready", "differs"],
  run: async (read, session) => {
    const { diffSkill } = await import("../catalog/skill-diff.ts");
    return diffSkill({ name: read(name), against: read(against) ?? "plugin" }, session);
  },
});
