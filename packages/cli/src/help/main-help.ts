import type { Command } from "../command.ts";
import type { Line } from "../line.ts";
import { joinParts, titled } from "./command-help.ts";
import { columns } from "./columns.ts";

/** The first screen: at most 24 lines. */
export function mainHelp(commands: readonly Command[]): readonly Line[] {
  const listed = commands.filter(({ name }) => name !== "help");
  return joinParts([
    [
      ["polyglav: agents with roles and permissions that delegate to each other under control"],
      [["strong", "Usage: "], "polyglav <command> [flags]"],
    ],
    titled("Commands", columns(rowsOf(listed))),
    titled(
      "Examples",
      EXAMPLES.map((line): Line => ["  ", ["name", line]]),
    ),
    [["More: polyglav <command or group> --help, polyglav help exit-codes, polyglav help events"]],
  ]);
}

/** A row for each command of one word, and one for each group with its verbs. */
function rowsOf(commands: readonly Command[]): readonly (readonly [string, string])[] {
  const rows = new Map<string, string>();
  for (const { name, summary } of commands) {
    const [group = name, verb] = name.split(" ");
    const verbs = rows.get(group);
    rows.set(group, verb === undefined ? summary : verbs === undefined ? verb : `${verbs}, ${verb}`);
  }
  return [...rows];
}

const EXAMPLES = ['polyglav run --role programmer --model local/qwen3 -- "fix the failing test"'] as const;

/** What a group can do: `polyglav roles --help`. */
export function groupHelp(group: string, commands: readonly Command[]): readonly Line[] {
  const verbs = commands.filter(({ name }) => name.startsWith(`${group} `));
  return joinParts([
    [[["strong", "Usage: "], `polyglav ${group} <verb> [flags]`]],
    titled("Verbs", columns(verbs.map(({ name, summary }) => [name, summary]))),
    [[`More: polyglav ${group} <verb> --help`]],
  ]);
}
