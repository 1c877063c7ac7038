/**
 * Makes characters visible that could change what a person sees: control characters (a name in a file may hold the
 * escape sequences of a terminal) and the marks that reverse the direction of text. Newlines and tabs stay.
 */
export function visible(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are the characters that it is about
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, escaped);
}

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
}

/** As {@link visible}, on one line: a newline shows as `⏎`. */
export function visibleLine(text: string): string {
  return visible(text.replace(/\r?\n/g, " ⏎ ").replace(/\t/g, " "));
}

/** Shortens a line to at most `most` characters, the last one `…`. Never used on what a person is asked to allow. */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, Math.max(0, most - 1))
        .join("")
        .trimEnd()}…`;
}
