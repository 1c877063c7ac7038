import { switchFlag } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const fast = switchFlag({ name: "fast", summary: "Without pauses" });

export const demo: Command = defineCommand({
  name: "demo",
  summary: "Watch a team at work: no key, no network, nothing of yours is touched",
  about:
    "Writes a small project with a failing test into a temporary folder and lets a supervisor repair it, who may not " +
    "run commands but may lend that. Files, edits and tests are real; the model and the operator's answer are scripted.",
  flags: [fast],
  examples: [
    { line: "polyglav demo", says: "About ten seconds" },
    { line: "polyglav demo --fast --json", says: "Without pauses, the result as JSON" },
  ],
  exits: ["ok", "failed", "usage", "not-ready", "interrupted", "terminated"],
  run: async (read, session) => {
    const { runDemo } = await import("./demo/demo.ts");
    return runDemo({ fast: read(fast) }, session);
  },
});
