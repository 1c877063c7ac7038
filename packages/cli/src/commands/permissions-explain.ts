import { many, required, textFlag } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const as = textFlag({ name: "as", value: "PATH", summary: "Roles from the root, such as leader/programmer" });
const what = required("category|tool", "A category such as web, or a tool: read, list, edit, write, bash, delegate");
const rest = many("args", "What it would be done to: a path, a command, a role");

export const permissionsExplain: Command = defineCommand({
  name: "permissions explain",
  summary: "Say whether a call would be allowed, and which file and line decides",
  about:
    "Decides a call as a run would, and names every word of the chain that takes part: its value, its layer, its place. " +
    "The first role of --as is the one that runs; each further one is delegated to by the one before. Without --as it " +
    "is the root_role of the config.",
  args: [what, rest],
  flags: [as],
  readsLayers: true,
  examples: [
    {
      line: 'polyglav permissions explain --as leader/programmer bash "npm test"',
      says: "Why this has to be asked for",
    },
    { line: "polyglav permissions explain --json --as code-reviewer edit src/a.ts", says: "The same as data" },
  ],
  exits: ["ok", "usage", "config", "not-ready", "denied", "waiting"],
  run: async (read, session) => {
    const { explainCall } = await import("../explain/explain-call.ts");
    return explainCall({ path: read(as), what: read(what), args: read(rest) }, session);
  },
});
