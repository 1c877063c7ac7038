import { isStar, matchesAll, type StarText, type Token } from "./star-text.ts";

/** A segment of a pattern of this package before it is written: text with a star between each two parts, or `**`. */
export type SegmentText = { readonly parts: readonly string[] } | "**";
export type Sequence = readonly SegmentText[];

/** A pattern over characters as patterns over segments. */
export interface Translated {
  /** All of these together match exactly what it matches, or less where there are more in `over`. */
  readonly exact: readonly Sequence[];
  /** With these they match all of it, and more. */
  readonly over: readonly Sequence[];
}

/**
 * Takes a pattern over characters apart at a separator. A star there runs over separators too: in the middle of a
 * segment it stays inside, or it is the end of one segment, any number of others, and the beginning of another one.
 * Segments are not empty.
 *
 * With `inWords` the separators behind a star may also be part of a segment, as spaces are in quoted words: then there
 * are more of `over`, so that what is closed stays closed there.
 */
export function translate(pattern: StarText, separator: string, inWords: boolean): Translated {
  if (matchesAll(pattern)) return { exact: [["**"]], over: [] };
  const { tokens, hasOptionalTail } = pattern;
  const isExact = !tokens.some((token) => "wild" in token && token.wild === "one");
  const stars = tokens.map((token): Token => ("wild" in token ? { wild: "star" } : token));
  const tailed = hasOptionalTail && separator === " ";
  const head = tailed ? stars.slice(0, -2) : stars;
  const tail: Sequence = tailed ? ["**"] : [];
  const others = hasOptionalTail && !tailed ? expand(stars.slice(0, -2), separator) : [];
  const plain = expand(head, separator);
  if (plain === undefined || others === undefined) return { exact: [], over: [upToFirstStar(stars, separator)] };
  const all = [...plain.map((sequence) => [...sequence, ...tail]), ...others];
  const form = inWords ? quotedForm(head) : undefined;
  const quoted: readonly Sequence[] = form === undefined ? [] : (expand(form, separator) ?? [["**"]]);
  const more = quoted.map((sequence) => [...sequence, ...tail]);
  return isExact ? { exact: all, over: more } : { exact: [], over: [...all, ...more] };
}

/** More ways than this to take a pattern apart are not followed. */
const MOST_SEQUENCES = 4;

interface Draft {
  readonly done: Sequence;
  readonly parts: readonly string[];
  /** Any number of segments may stand before the one that is open, or behind it. */
  readonly before: boolean;
  readonly after: boolean;
}

const EMPTY: Draft = { done: [], parts: [""], before: false, after: false };

function expand(tokens: readonly Token[], separator: string): readonly Sequence[] | undefined {
  let drafts: readonly Draft[] = [EMPTY];
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    const isLast = next === undefined || ("char" in next && next.char === separator);
    drafts = drafts.flatMap((draft) => follow(draft, token, separator, isLast));
    if (drafts.length > MOST_SEQUENCES) return undefined;
  }
  return drafts.map(close);
}

function follow(draft: Draft, token: Token, separator: string, isLast: boolean): readonly Draft[] {
  if ("char" in token) {
    if (token.char === separator) return [{ ...EMPTY, done: close(draft) }];
    return [{ ...draft, parts: [...draft.parts.slice(0, -1), `${draft.parts.at(-1) ?? ""}${token.char}`] }];
  }
  const starred = { ...draft, parts: [...draft.parts, ""] };
  if (isLast) return [{ ...starred, after: true }];
  const isFirst = draft.parts.length === 1 && draft.parts[0] === "";
  if (isFirst) return [{ ...starred, before: true }];
  return [starred, { ...EMPTY, done: close({ ...starred, after: true }), parts: ["", ""] }];
}

function close({ done, parts, before, after }: Draft): Sequence {
  const isOpen = !before || done.at(-1) === "**";
  return [...done, ...(isOpen ? [] : (["**"] as const)), { parts }, ...(after ? (["**"] as const) : [])];
}

/** The pattern with the spaces behind a star inside of one word; `undefined` where there are none. */
function quotedForm(tokens: readonly Token[]): readonly Token[] | undefined {
  const first = tokens.findIndex(isStar);
  const isInside = (token: Token, i: number): boolean =>
    first >= 0 && i > first && "char" in token && token.char === " ";
  return tokens.some(isInside)
    ? tokens.map((token, i): Token => (isInside(token, i) ? { char: QUOTED_SPACE } : token))
    : undefined;
}

/** A space that separates nothing; it is written as a space again. */
export const QUOTED_SPACE = "\u0001";

function upToFirstStar(tokens: readonly Token[], separator: string): Sequence {
  const text = tokens
    .slice(0, tokens.findIndex(isStar))
    .map((token) => ("char" in token ? token.char : ""))
    .join("");
  const whole = text.split(separator).slice(0, -1);
  return [...whole.map((part) => ({ parts: [part] })), "**"];
}
