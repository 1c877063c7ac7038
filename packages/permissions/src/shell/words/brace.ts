import type { Piece } from "./pieces.ts";

/** The alternatives of `{a,b}` and `{1..3}`, as bash makes them; `undefined` where this cannot be sure. */
export type Alternatives = readonly (readonly Piece[])[];

/** Splits what stands between braces at its commas. The pieces are those inside, with nested braces as pieces. */
export function splitAlternatives(inside: readonly Piece[]): Alternatives | undefined {
  const all: Piece[][] = [[]];
  for (const piece of inside) {
    if (piece.kind !== "text" || piece.isQuoted) {
      all.at(-1)?.push(piece);
      continue;
    }
    if (/[{}\\~]/.test(piece.text)) return undefined;
    const [first = "", ...others] = piece.text.split(",");
    all.at(-1)?.push({ ...piece, text: first });
    for (const text of others) all.push([{ ...piece, text }]);
  }
  return all.length > 1 ? all : undefined;
}

/** Reads braces that hold nothing but plain text, given with its braces. */
export function readPlainBraces(text: string): Alternatives | undefined {
  if (!/^\{[^\\"'$`*?[\]~]*\}$/.test(text)) return undefined;
  const inside = text.slice(1, -1);
  const range = readRange(inside);
  if (range !== undefined) return range.map((each) => [plain(each)]);
  const pieces = nest(inside);
  return pieces && splitAlternatives(pieces);
}

const plain = (text: string): Piece => ({ kind: "text", text, isQuoted: false });

/** Finds the inner braces of a text. */
function nest(text: string): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  let start = 0;
  for (let open = text.indexOf("{"); open >= 0; open = text.indexOf("{", start)) {
    const close = closingOf(text, open);
    if (close === undefined) return undefined;
    const alternatives = readPlainBraces(text.slice(open, close + 1));
    if (alternatives === undefined) return undefined;
    pieces.push(plain(text.slice(start, open)), { kind: "either", alternatives });
    start = close + 1;
  }
  return [...pieces, plain(text.slice(start))];
}

function closingOf(text: string, open: number): number | undefined {
  let depth = 0;
  for (let i = open; i < text.length; i += 1) {
    if (text[i] === "{") depth += 1;
    if (text[i] === "}") depth -= 1;
    if (depth === 0) return i;
  }
  return undefined;
}

const NUMBERS = /^(-?\d{1,6})\.\.(-?\d{1,6})(?:\.\.(-?\d{1,6}))?$/;
const LETTERS = /^([a-z])\.\.([a-z])$|^([A-Z])\.\.([A-Z])$/;

function readRange(text: string): readonly string[] | undefined {
  const letters = LETTERS.exec(text);
  if (letters !== null) {
    const [, a, b, c, d] = letters;
    return count(codeOf(a ?? c), codeOf(b ?? d), 1)?.map((code) => String.fromCharCode(code));
  }
  const [, from, to, step] = NUMBERS.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  // Zeros in front make all of the numbers as wide; only the simple case is sure.
  if (/^-?0\d/.test(from) || /^-?0\d/.test(to)) return undefined;
  return count(Number(from), Number(to), Math.abs(Number(step ?? 1)) || 1)?.map(String);
}

const codeOf = (letter: string | undefined): number => letter?.charCodeAt(0) ?? 0;

function count(from: number, to: number, step: number): readonly number[] | undefined {
  const length = Math.floor(Math.abs(to - from) / step) + 1;
  if (length > MOST_WORDS) return undefined;
  const sign = from <= to ? step : -step;
  return Array.from({ length }, (_, index) => from + index * sign);
}

/** More words than this are not written out. */
export const MOST_WORDS = 64;
