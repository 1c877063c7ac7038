import { carve, decide, type Decision, root, total, type WrittenCarve } from "../index.ts";
import { type CommandOptions, requestCommand } from "./request-command.ts";

const PLACE: CommandOptions = { cwd: "/work", worktree: "/work", home: "/home/me" };

/** What an agent with these permissions gets for a command line. */
export function decisionWith(written: WrittenCarve, command: string): Decision {
  const agent = root({ id: "agent", use: total(carve(written), "ask") });
  return decide(agent, requestCommand(command, PLACE)).decision;
}

/** The same where everything is allowed but `rm`, and what is in `secrets`. */
export function decisionOf(command: string): Decision {
  const files = { default: "allow", rules: { "secrets/**": "deny" } } as const;
  const bash = { default: "allow", rules: { "rm **": "deny" } } as const;
  return decisionWith({ "*": "allow", bash, read: files, edit: files }, command);
}

/** Command lines, one in each line; in them the sign of a return stands for a line break. */
export const lines = (text: string): readonly string[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replaceAll("\u23ce", "\n"));
