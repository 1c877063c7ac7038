import { no, type Read, yes } from "./result.ts";
import { refusedAt } from "./read-glob.ts";
import { ANY, canonical, globOf, type Pattern, type Segment } from "./segment.ts";

/** A word of a command as it was written: its pieces of text, with a star between each two. */
interface Word {
  parts: string[];
  /** The text with a mark for whatever is quoted, to tell a bare `**` from another one. */
  bare: string;
}

/** Reads the pattern of a command: words of a shell, in which only unquoted stars are wildcards. */
export function readCommandPattern(text: string): Read<readonly Pattern[]> {
  const words = splitWords(text, true);
  if (!words.ok) return words;
  const segments: Segment[] = [];
  for (const { bare, parts } of words.value) {
    if (bare === "**") segments.push(ANY);
    else if (bare.includes("**")) return no('"**" is part of a longer word', '"**" stands alone between spaces');
    else segments.push(globOf(parts));
  }
  return segments.length === 0 ? no("it is empty") : yes([canonical(segments)]);
}

/** Reads a simple command into its words. Stars and everything else stand for themselves. */
export function readCommandResource(text: string): Read<readonly string[]> {
  const words = splitWords(text, false);
  if (!words.ok) return words;
  return words.value.length === 0 ? no("it is empty") : yes(words.value.map(({ parts }) => parts.join("*")));
}

function splitWords(text: string, isPattern: boolean): Read<readonly Word[]> {
  const words: Word[] = [];
  let word: Word | undefined;
  const begin = (): Word => (word ??= { parts: [""], bare: "" });
  const add = (piece: string, bare = piece): void => {
    const current = begin();
    current.bare += bare;
    current.parts.push(`${current.parts.pop() ?? ""}${piece}`);
  };
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i);
    if (character === "\0") return no("it holds a NUL character");
    if (character === " " || character === "\t") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "'" || character === '"') {
      const quoted = readQuoted(text, i);
      if (!quoted.ok) return quoted;
      add(quoted.value.text, QUOTED);
      i = quoted.value.end;
    } else if (character === "\\") {
      const next = text.charAt((i += 1));
      if (next === "") return no("it ends with a backslash");
      if (next === "\n") return no("a backslash before the end of a line stands for nothing", COMPOUND_HINT);
      add(next, QUOTED);
    } else if (COMPOUND.includes(character)) {
      return no(`${JSON.stringify(character)} makes it more than one simple command`, COMPOUND_HINT);
    } else if (character === "*") {
      const current = begin();
      current.bare += "*";
      current.parts.push("");
    } else {
      const current = begin();
      const refused = isPattern ? refusedAt(text, i, current.bare === "") : undefined;
      if (refused !== undefined) return refused;
      add(character);
    }
  }
  if (word !== undefined) words.push(word);
  return yes(words);
}

function readQuoted(text: string, start: number): Read<{ readonly text: string; readonly end: number }> {
  const quote = text.charAt(start);
  let read = "";
  for (let i = start + 1; i < text.length; i += 1) {
    const character = text.charAt(i);
    if (character === quote) return yes({ text: read, end: i });
    const next = text.charAt(i + 1);
    if (character === "\0") return no("it holds a NUL character");
    if (quote === '"' && (character === "$" || character === "`"))
      return no(`between double quotes ${character} stands for something else`, "write single quotes");
    if (quote === '"' && character === "\\" && next === "\n")
      return no("a backslash before the end of a line stands for nothing", "write single quotes");
    if (quote === '"' && character === "\\" && next !== "" && '"\\$`'.includes(next)) {
      read += next;
      i += 1;
    } else read += character;
  }
  return no(`a quote ${quote} is not closed`);
}

/** What stands for quoted text in the bare one: neither a star nor the beginning of anything. */
const QUOTED = '"';
const COMPOUND = "|&;<>()$`\n\r";
const COMPOUND_HINT = "a command is judged part by part, so write a rule for each part; quote what is meant as it is";
