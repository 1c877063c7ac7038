/** Where the head of a text is, as offsets into it. */
export interface HeadPlace {
  /** Where the head starts, behind its opening fence. */
  readonly start: number;
  /** Where it ends; the line break before the closing fence is not part of it. */
  readonly end: number;
  /** Where the rest of the text starts. */
  readonly body: number;
  /** The line of the opening fence, from 1. */
  readonly line: number;
}

/** A fence is `---` alone on its line, blanks behind it allowed; only a byte order mark and blank lines come before. */
const OPENING = /^\uFEFF?(?:[ \t]*(?:\r\n|\n|\r(?!\n)))*---[ \t]*(?:\r\n|\n|\r)/;
const CLOSING = /(?:\r\n|\n|\r)---[ \t]*(?:\r\n|\n|\r|$)/g;
const LINE_BREAK = /\r\n|\n|\r/g;

/** Finds the head that a text starts with: `undefined` when there is none, `"open"` when no fence closes it. */
export function findHead(text: string): HeadPlace | "open" | undefined {
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) return undefined;
  // From the break of the opening line, so that a head may be empty.
  CLOSING.lastIndex = opening.length - (opening.endsWith("\r\n") ? 2 : 1);
  const closing = CLOSING.exec(text);
  if (closing === null) return "open";
  const start = opening.length;
  return {
    start,
    end: Math.max(start, closing.index),
    body: closing.index + closing[0].length,
    // Nearly always it is a mark, the fence and one line break.
    line: opening.length <= 4 ? 1 : countLineBreaks(opening),
  };
}

/** Counts the line breaks of a text: LF, CRLF or CR. */
export const countLineBreaks = (text: string): number => text.match(LINE_BREAK)?.length ?? 0;

/** Splits a text where its lines end, whatever system it was written on. */
export const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);
