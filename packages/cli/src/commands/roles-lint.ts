import { optional } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const name = optional("name", "Only this role");

export const rolesLint: Command = defineCommand({
  name: "roles lint",
  summary: "Find what is probably a mistake in roles",
  about:
    "Finds tags that only one role has while another is near, denials that a higher layer made vanish, roles that no chain " +
    "of delegations can reach, skills that there are not, empty prompts and missing descriptions. Exits 8 when there is " +
    "any. What the permissions of a role mean is a matter of permissions lint.",
  args: [name],
  readsLayers: true,
  examples: [
    { line: "polyglav roles lint", says: "All roles" },
    { line: "polyglav roles lint programmer --json", says: "One role, as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready", "differs"],
  run: async (read, session) => (await import("../catalog/lint.ts")).lintEntries("role", read(name), session),
});
