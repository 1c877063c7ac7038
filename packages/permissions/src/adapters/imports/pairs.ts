import { namePatterns } from "./patterns-of.ts";
import { isStar, type Token } from "./star-text.ts";

/**
 * The pairs of a server and a tool whose names, joined by a separator, match: as patterns `server/tool`. What separates
 * them is in the pattern, or a star stands for it, or both have a part of it.
 */
export function pairsOf(tokens: readonly Token[], separator: string): readonly string[] {
  const pairs = tokens.flatMap((token, i): readonly (string | undefined)[] => {
    if (isStar(token)) return [pairOf(tokens.slice(0, i + 1), tokens.slice(i)), ...halves(tokens, i, separator)];
    const isSeparator = Array.from(separator).every((char, k) => isChar(tokens[i + k], char));
    return isSeparator ? [pairOf(tokens.slice(0, i), tokens.slice(i + separator.length))] : [];
  });
  return [...new Set(pairs.flatMap((pair) => pair ?? []))];
}

/** A pattern of the pair; `undefined` where one of them has no name. */
export function pairOf(server: readonly Token[], tool: readonly Token[]): string | undefined {
  const [first, second] = [nameOf(server), nameOf(tool)];
  return first === undefined || second === undefined ? undefined : `${first}/${second}`;
}

/** What is left of a pattern after some characters: every way in which it can go on. */
export function restsAfter(tokens: readonly Token[], characters: string): readonly (readonly Token[])[] {
  let rests: readonly (readonly Token[])[] = [tokens];
  for (const char of characters) rests = rests.flatMap((rest) => after(rest, char));
  return rests;
}

export const charsOf = (text: string): readonly Token[] => Array.from(text).map((char) => ({ char }));

function after(tokens: readonly Token[], char: string): readonly (readonly Token[])[] {
  const [token, ...rest] = tokens;
  if (token === undefined) return [];
  if (isStar(token)) return [tokens, ...after(rest, char)];
  return "wild" in token || token.char === char ? [rest] : [];
}

/** A star beside a part of a separator stands for the rest of it. */
function halves(tokens: readonly Token[], at: number, separator: string): readonly (string | undefined)[] {
  if (separator.length < 2) return [];
  const [head, tail] = [separator.slice(0, -1), separator.slice(1)];
  const isHead = Array.from(head).every((char, k) => isChar(tokens[at - head.length + k], char));
  const isTail = Array.from(tail).every((char, k) => isChar(tokens[at + 1 + k], char));
  return [
    ...(isHead ? [pairOf(tokens.slice(0, at - head.length), tokens.slice(at))] : []),
    ...(isTail ? [pairOf(tokens.slice(0, at + 1), tokens.slice(at + 1 + tail.length))] : []),
  ];
}

const isChar = (token: Token | undefined, char: string): boolean =>
  token !== undefined && (("char" in token && token.char === char) || ("wild" in token && token.wild === "one"));

function nameOf(tokens: readonly Token[]): string | undefined {
  if (tokens.length === 0) return undefined;
  const { exact, over } = namePatterns({ tokens, hasOptionalTail: false });
  const name = exact[0] ?? over[0];
  return name === "**" ? "*" : name;
}
