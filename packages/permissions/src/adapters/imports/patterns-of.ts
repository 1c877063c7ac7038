import { readCommandResource } from "../../pattern/read-command.ts";
import { translate, type Translated } from "./star-segments.ts";
import { isStar, matchesAll, type StarText } from "./star-text.ts";
import { writeSequence } from "./write-sequence.ts";

/** What a rule of the other side is here, in the patterns that a carve takes. */
export interface Patterns {
  /** These match exactly what the rule is about, or less where there are more in `over`. */
  readonly exact: readonly string[];
  /** With these nothing that the rule is about is left out, but there is more. */
  readonly over: readonly string[];
}

export const NONE: Patterns = Object.freeze({ exact: [], over: [] });

/**
 * A pattern over the text of a command. Words are compared here and letters there, so quotes and what a shell expands
 * can only be carried over where they stand in plain words.
 */
export function commandPatterns(pattern: StarText): Patterns {
  const text = pattern.tokens.map((token) => ("char" in token ? token.char : "*")).join("");
  const plain = pattern.tokens.every((token) => !("char" in token) || PLAIN.test(token.char));
  if (plain && !/^ | $| {2}/.test(text)) return written("command", translate(pattern, " ", true));
  const head = pattern.hasOptionalTail ? text.slice(0, -2) : text;
  const words = head.includes("*") || EXPANDED.test(head) ? undefined : readCommandResource(head);
  if (words?.ok === true) {
    const sequence = words.value.map((word) => ({ parts: [word] }));
    return written("command", { exact: [pattern.hasOptionalTail ? [...sequence, "**"] : sequence], over: [] });
  }
  const before = /^(?:[\w./:=@%+,^-]+ )*/.exec(text)?.[0] ?? "";
  return { exact: [], over: [`${before}**`] };
}

const PLAIN = /[\w./:=@%+,^ -]/;
const EXPANDED = /[~?[{!#]/;

/** A pattern over the text of a path, from the worktree. */
export const pathPatterns = (pattern: StarText): Patterns => written("path", translate(pattern, "/", false));

/** A pattern over one name. */
export function namePatterns(pattern: StarText): Patterns {
  if (matchesAll(pattern)) return { exact: ["**"], over: [] };
  const parts = [""];
  for (const token of pattern.tokens) {
    if ("wild" in token) parts.push("");
    else parts.push(`${parts.pop() ?? ""}${token.char}`);
  }
  const isExact = pattern.tokens.every((token) => "char" in token || isStar(token));
  const name = writeSequence("name", [{ parts }]);
  if (name === "") return NONE;
  return isExact ? { exact: [name], over: [] } : { exact: [], over: [name] };
}

function written(kind: "command" | "path", { exact, over }: Translated): Patterns {
  const write = (sequences: Translated["exact"]): readonly string[] => [
    ...new Set(sequences.map((sequence) => writeSequence(kind, sequence))),
  ];
  return { exact: write(exact), over: write(over) };
}
