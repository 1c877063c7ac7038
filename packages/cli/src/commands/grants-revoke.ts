import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const id = required("id", "The id of a grant, as grants list shows it");

export const grantsRevoke: Command = defineCommand({
  name: "grants revoke",
  summary: "Take a yes for this project back",
  about: "Ends a grant at once, also for runs that are going on: their next call of that kind is asked about again.",
  args: [id],
  readsLayers: true,
  examples: [
    { line: "polyglav grants revoke p3", says: "The one with that id" },
    { line: "polyglav grants revoke p3 --json", says: "The same, answered as data" },
  ],
  exits: ["ok", "usage", "config"],
  run: async (read, session) => (await import("../permissions/grants.ts")).revokeGrant(read(id), session),
});
