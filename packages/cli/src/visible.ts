/**
 * Makes characters visible that could change what a person sees: control characters (a name in a file may hold the
 * escape sequences of a terminal), line separators, and the marks that hide text or turn its direction. Newlines and
 * tabs stay.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/** Nothing is seen of these. The selector that makes an emoji of a sign stays, for it hides nothing. */
const UNSEEN = /(?![\n\t]|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  if (code.length > 4) return `\\u{${code}}`;
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
