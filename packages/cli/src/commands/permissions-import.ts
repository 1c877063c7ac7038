import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const harness = required("harness", "Whose settings they are: claude-code or opencode");
const file = required("file", "The settings, such as .claude/settings.json or opencode.json");

export const permissionsImport: Command = defineCommand({
  name: "permissions import",
  summary: "Read the permission settings of another harness as a tool_permission",
  about:
    "Prints the settings of another harness as a tool_permission, and a call for each way in which they would mean " +
    "something else here. It writes nothing. Exits 8 when there is a difference.",
  args: [harness, file],
  examples: [
    { line: "polyglav permissions import claude-code .claude/settings.json", says: "What it would be here" },
    { line: "polyglav permissions import opencode opencode.json --json", says: "As data, to be put into a role" },
  ],
  exits: ["ok", "usage", "config", "differs"],
  run: async (read, session) => {
    const { importPermissions } = await import("../permissions/import.ts");
    return importPermissions(read(harness), read(file), session);
  },
});
