import { createScanner } from "jsonc-parser";

/** What may stand before the first word of a line; only line feeds and carriage returns end lines. */
const BLANK = /[^\S\r\n]/;

export function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

/** Gives the blanks with which the line of an offset begins. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}

export function startsLine(text: string, offset: number): boolean {
  // Only the blanks before it are looked at: a line can be the whole file, with every entry in it.
  const start = blanksBefore(text, offset);
  return start === 0 || /[\r\n]/.test(text.charAt(start - 1));
}

/** Goes back over the blanks before an offset, within its line. */
export function blanksBefore(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && BLANK.test(text.charAt(start - 1))) start--;
  return start;
}

/** Goes over the blanks after an offset, within its line. */
export function blanksAfter(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && BLANK.test(text.charAt(end))) end++;
  return end;
}

/**
 * Goes to the end of a line on which nothing follows but blanks and comments that end there, its line break
 * included; `undefined` when something else follows.
 */
export function restOfLine(text: string, offset: number): number | undefined {
  const rest = /(?:[^\S\r\n]|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/)*(?:\/\/[^\r\n]*)?(?:\r\n|\n|\r)/y;
  rest.lastIndex = offset;
  return rest.test(text) ? rest.lastIndex : undefined;
}

/** The token number of a comma, which the parser declares as a `const enum`. */
const COMMA = 5;

/** Finds the comma that comes next after blanks, line breaks and comments. */
export function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  const next: number = scanner.scan();
  return next === COMMA ? scanner.getTokenOffset() : undefined;
}
