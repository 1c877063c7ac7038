import { against } from "../argv/layer-flag.ts";
import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = required("name", "The name of a team");

export const teamsDiff: Command = defineCommand({
  name: "teams diff",
  summary: "Show what higher layers change in a team",
  about:
    "Compares a team as all layers make it with what the layers up to one make of it, field by field, and says which file " +
    "and line each difference comes from. Exits 8 when there is any.",
  args: [name],
  flags: [against],
  readsLayers: true,
  examples: [
    { line: "polyglav teams diff programming", says: "Against the one that is bundled" },
    { line: "polyglav teams diff programming --against global --trust", says: "What this folder changes" },
  ],
  exits: ["ok", "usage", "config", "not-ready", "differs"],
  run: async (read, session) => {
    const { diffEntry } = await import("../catalog/diff.ts");
    return diffEntry({ kind: "team", name: read(name), against: read(against) ?? "bundled" }, session);
  },
});
