import { no, type Read, type Unread, yes } from "./result.ts";
import { globOf, type Segment } from "./segment.ts";

/**
 * Reads one segment of a pattern: `*` stands for any run of characters, a backslash takes the next character as it is.
 * What means something in other globs and nothing here is refused, so that nobody believes in a rule that never
 * matches. `separator` is what splits segments, for it can be escaped too.
 */
export function readGlob(text: string, separator: string): Read<Segment> {
  const parts = [""];
  const add = (character: string): void => {
    parts.push(`${parts.pop() ?? ""}${character}`);
  };
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i);
    if (character === "\\") {
      const next = text.charAt((i += 1));
      if (next === "") return no("it ends with a backslash");
      if (!ESCAPABLE.includes(next) && next !== separator)
        return no(`a backslash before ${JSON.stringify(next)} means nothing`, 'write "/" between names');
      add(next);
    } else if (character === "*") {
      if (text.charAt(i + 1) === "*")
        return no('"**" is part of a longer name', '"**" stands alone between separators');
      parts.push("");
    } else {
      const refused = refusedAt(text, i, i === 0);
      if (refused !== undefined) return refused;
      add(character);
    }
  }
  return yes(globOf(parts));
}

/** Refuses what no resource holds and what looks like a glob of another kind; `isFirst` in its segment. */
export function refusedAt(text: string, at: number, isFirst: boolean): Unread | undefined {
  const character = text.charAt(at);
  if (character === "\0") return no("it holds a character that nothing is named with");
  if (character === "?" || character === "[") return no(`"${character}" is no wildcard here`, `write "\\${character}"`);
  if (character === "!" && isFirst) return no('"!" does not turn a pattern round', "write a rule with another word");
  if (character === "{" && isListAt(text, at))
    return no("braces do not list alternatives here", "write one pattern for each");
  return undefined;
}

/** Tells whether `{a,b}` or `{1..9}` begins here. */
function isListAt(text: string, at: number): boolean {
  const end = text.slice(at + 1).search(/[{}]/);
  return text.charAt(at + 1 + end) === "}" && /,|\.\./.test(text.slice(at + 1, at + 1 + end));
}

const ESCAPABLE = "*\\?[]{}!~ \"'";
