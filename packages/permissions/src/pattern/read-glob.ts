import { no, type Read, yes } from "./result.ts";
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
  const characters = [...text];
  for (let i = 0; i < characters.length; i += 1) {
    const character = characters[i] ?? "";
    if (character === "\\") {
      const next = characters[(i += 1)];
      if (next === undefined) return no("it ends with a backslash");
      if (!ESCAPABLE.includes(next) && next !== separator)
        return no(`a backslash before ${JSON.stringify(next)} means nothing`, 'write "/" between names');
      add(next);
    } else if (character === "*") {
      if (characters[i + 1] === "*") return no('"**" is part of a longer name', '"**" stands alone between separators');
      parts.push("");
    } else {
      const refused = refusedAt(character, i, text);
      if (refused !== undefined) return refused;
      add(character);
    }
  }
  return yes(globOf(parts));
}

/** Refuses what no resource holds and what looks like a glob of another kind. */
export function refusedAt(character: string, at: number, text: string) {
  if (character === "\0") return no("it holds a character that nothing is named with");
  if (character === "?" || character === "[") return no(`"${character}" is no wildcard here`, `write "\\${character}"`);
  if (character === "!" && at === 0) return no('"!" does not turn a pattern round', "write a rule with another word");
  if (character === "{" && BRACES.test(text))
    return no("braces do not list alternatives here", "write one pattern for each");
  return undefined;
}

/** `{a,b}` or `{1..9}`. What stands before the comma or the dots holds neither, so that it looks at each letter once. */
const BRACES = /\{(?:[^{},.]|\.(?!\.))*(?:,|\.\.)[^{}]*\}/;
const ESCAPABLE = "*\\?[]{}!~ \"'";
