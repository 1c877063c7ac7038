import { optional } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const file = optional("file", "The table (default .polyglav/permissions.test.json)");

export const permissionsTest: Command = defineCommand({
  name: "permissions test",
  summary: "Check a table of expectations, for CI",
  about:
    'Reads a list such as [{ "as": "leader/programmer", "call": ["bash", "npm test"], "is": "ask" }] and decides each ' +
    "call as a run would. Exits 8 if any comes out otherwise, and says which word of which line decides it.",
  args: [file],
  readsLayers: true,
  examples: [
    { line: "polyglav permissions test", says: "The table of the project" },
    { line: "polyglav permissions test ci/permissions.json --json", says: "Another one, as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready", "differs"],
  run: async (read, session) => {
    const { testPermissions } = await import("../permissions/test.ts");
    return testPermissions(read(file) ?? ".polyglav/permissions.test.json", session);
  },
});
