import { textFlag } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const as = textFlag({ name: "as", value: "PATH", summary: "The caller: roles from the root, such as leader" });

export const permissionsMatrix: Command = defineCommand({
  name: "permissions matrix",
  summary: "Show what every role would get from one caller, category by category",
  about:
    "Shows a row for each role and a column for each category: what the role would get if the end of the path " +
    "delegated to it. Without --as the caller is the root_role of the config.",
  flags: [as],
  readsLayers: true,
  examples: [
    { line: "polyglav permissions matrix", says: "What the root role lends to whom" },
    { line: "polyglav permissions matrix --as leader --json", says: "The same for a leader, as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const { showMatrix } = await import("../permissions/matrix.ts");
    return showMatrix(read(as), session);
  },
});
