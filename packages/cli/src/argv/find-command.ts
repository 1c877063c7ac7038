import type { Command } from "../command.ts";
import { usageError } from "../command-error.ts";
import { notFound } from "../not-found.ts";
import { GLOBAL_FLAGS, LAYER_FLAGS } from "./global-flags.ts";

/** Which command a command line means, and what is left of it. */
export type Found =
  | { readonly kind: "command"; readonly command: Command; readonly rest: readonly string[] }
  /** A group without a verb: `polyglav roles`. */
  | { readonly kind: "group"; readonly group: string; readonly rest: readonly string[] }
  | { readonly kind: "nothing"; readonly rest: readonly string[] };

/**
 * Finds the command: the first one or two words that are no flags. Flags that every command takes may stand before
 * it; they are part of `rest`. Throws a usage error with the nearest name for anything unknown.
 */
export function findCommand(argv: readonly string[], commands: readonly Command[]): Found {
  const before: string[] = [];
  let at = 0;
  for (; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--" || !word.startsWith("-") || word === "-") break;
    before.push(word);
    if (takesNext(word)) {
      const value = argv[++at];
      if (value !== undefined) before.push(value);
    }
  }
  const [word, second] = argv.slice(at);
  const first = word === undefined ? undefined : (GROUPS.get(word) ?? word);
  if (first === undefined) return { kind: "nothing", rest: before };
  if (first === "--")
    throw usageError(
      `Cannot run words after "--": no command stands before them`,
      "Such as: polyglav run -- say hello",
    );

  const single = commands.find((command) => command.name === first);
  if (single !== undefined) return { kind: "command", command: single, rest: [...before, ...argv.slice(at + 1)] };

  const group = commands.filter((command) => command.name.startsWith(`${first} `));
  if (group.length === 0) throw notFound({ one: "command", list: "polyglav help" }, first, topWords(commands));
  if (second === undefined || second.startsWith("-")) {
    return { kind: "group", group: first, rest: [...before, ...argv.slice(at + 1)] };
  }
  const command = group.find((one) => one.name === `${first} ${second}`);
  if (command !== undefined) return { kind: "command", command, rest: [...before, ...argv.slice(at + 2)] };
  const verbs = group.map((one) => one.name.slice(first.length + 1));
  throw notFound({ one: `${first} command`, list: `polyglav ${first} --help` }, second, verbs);
}

/** Words that people know for the groups: singulars, and `types`, which is what roles were called. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ["role", "roles"],
  ["skill", "skills"],
  ["team", "teams"],
  ["ask", "asks"],
  ["type", "roles"],
  ["types", "roles"],
]);

/** The first words of all commands, each once. */
export function topWords(commands: readonly Command[]): readonly string[] {
  return [...new Set(commands.map((command) => command.name.split(" ", 1).join("")))];
}

/** Whether a flag that stands before the command has its value in the next word. Unknown flags end it all. */
function takesNext(word: string): boolean {
  const everywhere = [...GLOBAL_FLAGS, ...LAYER_FLAGS];
  const [name = ""] = word.split("=", 1);
  const flag = everywhere.find(
    (one) => name === `--${one.name}` || (one.short !== undefined && name === `-${one.short}`),
  );
  if (flag !== undefined) return flag.value !== undefined && !word.includes("=");
  if (everywhere.some((one) => one.short !== undefined && word.startsWith(`-${one.short}`))) return false;
  throw notFound(
    { one: "flag" },
    word,
    everywhere.map((one) => `--${one.name}`),
  );
}
