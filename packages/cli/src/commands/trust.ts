import { switchFlag } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const revoke = switchFlag({ name: "revoke", summary: "Take it back" });

export const trust: Command = defineCommand({
  name: "trust",
  summary: "Use what this folder's .polyglav says, from now on",
  about:
    "Trusts the working folder: its roles, teams, skills and config count from now on, whatever they will say. It is kept " +
    "with the user's own files, by the folder's real path. It shows what changes. A run in a terminal asks by itself.",
  flags: [revoke],
  readsLayers: true,
  examples: [
    { line: "polyglav trust", says: "And what that changes" },
    { line: "polyglav trust --revoke", says: "The folder can only take permissions away again" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) =>
    (await import("../trust/change-trust.ts")).changeTrust(read(revoke) ? "revoke" : "trust", session),
});
