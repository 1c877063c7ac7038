import { against } from "../argv/layer-flag.ts";
import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = required("name", "The name of a role");

export const rolesDiff: Command = defineCommand({
  name: "roles diff",
  summary: "Show what higher layers change in a role",
  about:
    "Compares a role as all layers make it with what the layers up to one make of it, field by field, and says which file " +
    "and line each difference comes from. Exits 8 when there is any.",
  args: [name],
  flags: [against],
  readsLayers: true,
  examples: [
    { line: "polyglav roles diff programmer", says: "Against the one that is bundled" },
    { line: "polyglav roles diff programmer --against global --trust", says: "What this folder changes" },
  ],
  exits: ["ok", "usage", "config", "not-ready", "differs"],
  run: async (read, session) => {
    const { diffEntry } = await import("../catalog/diff.ts");
    return diffEntry({ kind: "role", name: read(name), against: read(against) ?? "bundled" }, session);
  },
});
