import { runGlob } from "./run-glob.ts";

/** What a wildcard stands for in texts of other systems: any run of characters, or any one character. */
export type Wildcard = "star" | "one";

/** A character as it is, or a wildcard. */
export type Token = { readonly char: string } | { readonly wild: Wildcard };

/** A pattern over whole texts, character by character: neither spaces nor slashes mean anything to it. */
export interface StarText {
  readonly tokens: readonly Token[];
  /** It ends with a space and a star, and matches also what stands before that space. */
  readonly hasOptionalTail: boolean;
}

/** Reads a pattern; `one` is the character that stands for any one, where there is such. */
export function readStarText(
  text: string,
  options: { readonly one?: string; readonly hasOptionalTail: boolean },
): StarText {
  const tokens: Token[] = [];
  for (const char of text) {
    if (char !== "*") tokens.push(char === options.one ? { wild: "one" } : { char });
    else if (!isStar(tokens.at(-1))) tokens.push({ wild: "star" });
  }
  return { tokens, hasOptionalTail: options.hasOptionalTail };
}

/** Tells whether it matches everything. */
export const matchesAll = ({ tokens }: StarText): boolean => tokens.length === 1 && isStar(tokens[0]);

/** Tells whether a pattern matches a text as a whole. */
export function matchesText({ tokens, hasOptionalTail }: StarText, text: string): boolean {
  const letters = Array.from(text);
  const run = (some: readonly Token[]): boolean =>
    runGlob(some, letters, isStar, (token, letter) => "wild" in token || token.char === letter);
  return run(tokens) || (hasOptionalTail && run(tokens.slice(0, -2)));
}

/** Some texts that a pattern with wildcards for one character matches, each made of these characters. */
export function examplesOf({ tokens }: StarText, characters: Iterable<string>): readonly string[] {
  if (!tokens.some((token) => "wild" in token && token.wild === "one")) return [];
  const fill = (one: string, star: string): string =>
    tokens.map((token) => ("char" in token ? token.char : token.wild === "one" ? one : star)).join("");
  return [...new Set(["x", ...characters])].flatMap((one) => [fill(one, ""), fill(one, "x")]);
}

export const isStar = (token: Token | undefined): boolean =>
  token !== undefined && "wild" in token && token.wild === "star";
