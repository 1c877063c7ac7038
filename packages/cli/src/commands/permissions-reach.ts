import { countFlag, textFlag } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const as = textFlag({
  name: "as",
  value: "PATH",
  summary: "Where chains begin (default: the root_role of the config)",
});
const depth = countFlag({ name: "depth", most: 100, summary: "Delegations in a chain (default 3, as runs have it)" });

export const permissionsReach: Command = defineCommand({
  name: "permissions reach",
  summary: "Show the most that any chain of delegations can give each role",
  about:
    "Tries every chain of roles: for each role and category the widest that it can get, the chain that gives it, and " +
    "what no chain can reach. Answers what nobody can see from one role at a time.",
  flags: [as, depth],
  readsLayers: true,
  examples: [
    { line: "polyglav permissions reach", says: "From the root role" },
    { line: "polyglav permissions reach --as leader --json", says: "From a leader, as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const { reachPermissions } = await import("../permissions/reach.ts");
    return reachPermissions(read(as), read(depth), session);
  },
});
