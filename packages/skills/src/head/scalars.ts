/**
 * Scalars that a few rules read just as YAML does. Each function gives `undefined` where those rules are not certain.
 *
 * @module
 */
import { type HeadValue } from "./head-value.ts";

/** What may start plain text: no indicator of YAML; a hyphen only when text follows it at once. */
const PLAIN_START = /^(?:[^\s?:,[\]{}#&*!|>'"%@`-]|-[^\s-])/;
/** What makes another value or a comment of plain text. */
const PLAIN_END = /: |:$| #/;
const DOUBLE_QUOTED = /^"((?:[^"\\]|\\["\\/nt])*)"$/;
const SINGLE_QUOTED = /^'((?:[^']|'')*)'$/;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
]);
/** An item of a list in brackets that has nothing of YAML in it. */
const FLOW_ITEM = /^(?:[\p{L}\p{N}_][^,[\]{}:#"'&*!|>%@`]*|"[^"\\,]*"|'[^',]*')$/u;

/** Reads plain text that may go on in the next line. */
export function plainText(text: string): string | undefined {
  return PLAIN_START.test(text) && !PLAIN_END.test(text) ? text : undefined;
}

/** Reads text in quotes that are closed at its end. */
export function quotedText(text: string): string | undefined {
  if (text.startsWith('"')) {
    const inside = DOUBLE_QUOTED.exec(text)?.[1];
    return inside?.replace(/\\(.)/g, (_, escaped: string) => ESCAPES.get(escaped) ?? escaped);
  }
  return SINGLE_QUOTED.exec(text)?.[1]?.replaceAll("''", "'");
}

/** Reads a list in brackets, such as `[a, "b c"]`. */
export function flowList(text: string): readonly string[] | undefined {
  if (!text.startsWith("[") || !text.endsWith("]") || text.length < 2) return undefined;
  const inside = trimSpaces(text.slice(1, -1));
  if (inside === "") return [];
  const items = inside.split(",").map(trimSpaces);
  if (!items.every((item) => FLOW_ITEM.test(item))) return undefined;
  return items.map((item) => quotedText(item) ?? item);
}

/** Reads a value that is on one line. */
export function valueOnOneLine(text: string): HeadValue | undefined {
  switch (text[0]) {
    case '"':
    case "'":
      return quotedText(text);
    case "[":
      return flowList(text);
    default:
      return plainText(text);
  }
}

/** Trims spaces and nothing else, as YAML does; in time that grows with the text, which an expression would not. */
export function trimSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === " ") start += 1;
  while (end > start && text[end - 1] === " ") end -= 1;
  return text.slice(start, end);
}
