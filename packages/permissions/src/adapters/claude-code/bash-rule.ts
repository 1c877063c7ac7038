import type { Decision } from "../../decision.ts";
import { readCommandResource } from "../../pattern/read-command.ts";
import { commandPatterns, type Patterns } from "../imports/patterns-of.ts";
import { isStar, matchesText, readStarText, type StarText } from "../imports/star-text.ts";

/**
 * Reads what a `Bash` rule is about: a star is any run of characters, spaces included. `:*` at the end is a space and a
 * star; these two may be missing when there is no other star.
 */
export function readBashText(about: string): StarText {
  const text = about.endsWith(":*") ? `${about.slice(0, -2)} *` : about;
  const { tokens } = readStarText(text, { hasOptionalTail: false });
  return { tokens, hasOptionalTail: text.endsWith(" *") && tokens.filter(isStar).length === 1 };
}

/**
 * Tells whether a `Bash` rule matches one simple command. An allow looks at the text, a deny and an ask also at its
 * words: they see through quotes, spaces and the folder of the program.
 */
export function matchesCommand(pattern: StarText, word: Decision, command: string): boolean {
  const words = readCommandResource(command);
  const [program = "", ...rest] = words.ok ? words.value : [];
  const base = program.slice(program.lastIndexOf("/") + 1);
  const isExact = !pattern.tokens.some(isStar);
  const spaced = isExact
    ? []
    : [
        command
          .trim()
          .replace(/[ \t]+/g, " ")
          .replace(/^(["'])([^"']*)\1/, "$2"),
      ];
  const joined = word === "allow" || !words.ok ? [] : [[program, ...rest].join(" "), [base, ...rest].join(" ")];
  return [command, ...spaced, ...joined].some((text) => matchesText(pattern, text));
}

/** The same pattern for a carve. What is closed is closed for the program in any folder. */
export function bashPatterns(pattern: StarText, word: Decision): Patterns {
  const { exact, over } = commandPatterns(pattern);
  if (word === "allow") return { exact, over };
  const inFolder = (patterns: readonly string[]): readonly string[] =>
    patterns.flatMap((each) => (/^[\w.@%+,^:=-]/.test(each) ? [`*/${each}`] : []));
  return { exact: [...exact, ...inFolder(exact)], over: [...over, ...inFolder(over)] };
}

/**
 * Commands that run without a question in every mode, as far as the documentation names them, when they are about
 * nothing outside the folder.
 */
export function isReadOnly(command: string): boolean {
  const words = readCommandResource(command);
  const [program = "", ...rest] = words.ok ? words.value : [];
  if (/["'\\]/.test(command) || rest.some((word) => /^[/~]|\.\./.test(word))) return false;
  if (program === "git") return READING_GIT.has(rest[0] ?? "") && !rest.some((word) => /^-c|^--|^-O/.test(word));
  return (
    READ_ONLY.has(program) && !(program === "find" && rest.some((word) => /^-(?:exec|ok|delete|fprint|fls)/.test(word)))
  );
}

const READ_ONLY: ReadonlySet<string> = new Set(
  "ls cat echo pwd head tail grep find wc which diff stat du cd".split(" "),
);
const READING_GIT: ReadonlySet<string> = new Set(["status", "log", "diff", "show", "rev-parse"]);

/** Commands that `acceptEdits` takes for edits, when they are about nothing outside the folder. */
export function isFileCommand(command: string): boolean {
  const words = readCommandResource(command);
  const [program = "", ...rest] = words.ok ? words.value : [];
  return FILE_COMMANDS.has(program) && rest.length > 0 && !rest.some((word) => /^[/~-]|\.\.|^\./.test(word));
}

const FILE_COMMANDS: ReadonlySet<string> = new Set("mkdir touch mv cp rm rmdir".split(" "));
