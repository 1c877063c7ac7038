import { optional } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const role = optional("role", "Only this role");

export const permissionsLint: Command = defineCommand({
  name: "permissions lint",
  summary: "Find permissions that probably mean something else than they seem to",
  about:
    "Finds rules that never decide, rules that cross, lists of denied commands, allowed commands that can run others, " +
    "and roles that get less than a supervisor could lend them. Exits 8 when there is a warning; notes are no warnings.",
  args: [role],
  readsLayers: true,
  examples: [
    { line: "polyglav permissions lint", says: "All roles" },
    { line: "polyglav permissions lint programmer --json", says: "One role, as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready", "differs"],
  run: async (read, session) => {
    const { lintPermissions } = await import("../permissions/lint.ts");
    return lintPermissions(read(role), session);
  },
});
