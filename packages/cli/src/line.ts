/** What a piece of text means; the skin decides how that looks. */
export type Tone = "strong" | "dim" | "good" | "bad" | "warn" | "name";

/** A piece of a line: plain, or with a tone. */
export type Span = string | readonly [tone: Tone, text: string];

/** One line for people, without its newline. */
export type Line = readonly Span[];

/** Reads a line without its tones. */
export function plain(line: Line): string {
  return line.map((span) => (typeof span === "string" ? span : span[1])).join("");
}
