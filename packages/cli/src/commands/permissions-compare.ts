import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const first = required("first", "Roles from the root, such as leader/programmer");
const second = required("second", "The same for the other side");

export const permissionsCompare: Command = defineCommand({
  name: "permissions compare",
  summary: "Compare what two roles may do, with a call for each difference",
  about:
    "Says whether the end of one path may use and hand down the same as the other, less, more, or in part both, and " +
    "names a call that shows it. Exits 8 unless both are the same.",
  args: [first, second],
  readsLayers: true,
  examples: [
    { line: "polyglav permissions compare planner leader/planner", says: "What a leader changes for a planner" },
    { line: "polyglav permissions compare writer editor --json", says: "As data" },
  ],
  exits: ["ok", "usage", "config", "not-ready", "differs"],
  run: async (read, session) => {
    const { comparePermissions } = await import("../permissions/compare.ts");
    return comparePermissions(read(first), read(second), session);
  },
});
