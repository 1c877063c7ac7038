import type { Line } from "../line.ts";

/** The widest that any help gets. */
export const HELP_COLUMNS = 100;

/** Lays out pairs in two columns; a right side that is too long goes on below itself. */
export function columns(pairs: readonly (readonly [string, string])[], gap = 2): readonly Line[] {
  const left = Math.max(0, ...pairs.map(([term]) => term.length));
  return pairs.flatMap(([term, says]) =>
    wrap(says, HELP_COLUMNS - left - gap - 2).map((text, index): Line => [
      "  ",
      ["name", (index === 0 ? term : "").padEnd(left)],
      " ".repeat(gap),
      text,
    ]),
  );
}

/** Breaks a text at blanks so that no line is longer than `most`, as far as its words allow. */
export function wrap(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** The heading of a part of the help. */
export function heading(text: string): Line {
  return [["strong", text]];
}
