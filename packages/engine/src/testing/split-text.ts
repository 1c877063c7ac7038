/** As many pieces as an answer streams in at most. */
const PIECES = 4;

/**
 * Splits a text into a few pieces, as a model streams it. Each piece but the last ends with white space, and together
 * they are the text; an empty text has no pieces.
 */
export function splitText(text: string): readonly string[] {
  const words = text.match(/\S*\s+|\S+/g) ?? [];
  const size = Math.ceil(words.length / PIECES);
  return Array.from({ length: Math.min(PIECES, words.length) }, (_, index) =>
    words.slice(index * size, (index + 1) * size).join(""),
  ).filter((piece) => piece !== "");
}
