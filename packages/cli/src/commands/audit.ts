import { countFlag } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const last = countFlag({ name: "last", most: 1_000_000, summary: "How many lines (default 50)" });

export const audit: Command = defineCommand({
  name: "audit",
  summary: "Show what was asked, answered and refused in this folder",
  about:
    "Shows what happened at the gate of every run here: each question and its answer, each grant and each use of it, each " +
    "refusal. It is kept in .polyglav/audit.ndjson, for you alone; commands can hold secrets.",
  flags: [last],
  examples: [
    { line: "polyglav audit", says: "The last 50 events" },
    { line: "polyglav audit --last 1000 --json", says: "More of them, as data" },
  ],
  exits: ["ok", "usage", "config"],
  run: async (read, session) => (await import("../permissions/audit.ts")).showAudit(read(last), session),
});
