import type { Alternatives } from "./brace.ts";
import { combinations, HOLE, known, MOST_GUESSES, type Reading, unknown } from "./reading.ts";

/** A part of a word: what it adds to the text. */
export type Piece =
  | { readonly kind: "text"; readonly text: string; readonly isQuoted: boolean }
  /** Characters that nobody knows, a slash not among them: a glob, a number. */
  | { readonly kind: "name"; readonly splits: boolean }
  /** Anything; with guesses, each a list of words. */
  | { readonly kind: "any"; readonly splits: boolean; readonly guesses: readonly (readonly string[])[] }
  /** The name that a shell gives to a pipe. */
  | { readonly kind: "pipe" }
  /** One of several, each of which makes a word of its own. */
  | { readonly kind: "either"; readonly alternatives: Alternatives };

/** Writes out the braces of a word: one list of pieces for each word that it becomes. `undefined` for too many. */
export function writeOut(pieces: readonly Piece[], most: number): readonly (readonly Piece[])[] | undefined {
  let words: readonly (readonly Piece[])[] = [[]];
  for (const piece of pieces) {
    if (piece.kind !== "either") {
      words = words.map((word) => [...word, piece]);
      continue;
    }
    const inside: (readonly Piece[])[] = [];
    for (const alternative of piece.alternatives) {
      const each = writeOut(alternative, most);
      if (each === undefined) return undefined;
      inside.push(...each);
    }
    if (words.length * inside.length > most) return undefined;
    words = words.flatMap((word) => inside.map((end) => [...word, ...end]));
  }
  return words;
}

/** Puts the pieces of a word together, no braces among them. */
export function compose(pieces: readonly Piece[], source: string): Reading {
  let mask: string | undefined = "";
  let head: string | undefined;
  let splits = false;
  for (const piece of pieces) {
    if (piece.kind === "text") {
      if (mask !== undefined) mask += piece.text;
      continue;
    }
    head ??= mask ?? "";
    const added = piece.kind === "name" ? HOLE : piece.kind === "pipe" ? A_PIPE : undefined;
    mask = mask === undefined || added === undefined ? undefined : mask + added;
    splits ||= (piece.kind === "name" || piece.kind === "any") && piece.splits;
  }
  if (head === undefined) return known(mask ?? "", source);
  return unknown(source, { mask, head, splits, also: guess(pieces) });
}

const A_PIPE = "/dev/fd/63";

/** What a word may turn out to be, as far as there is something to go by. */
function guess(pieces: readonly Piece[]): readonly (readonly string[])[] {
  const choices: (readonly { readonly words: readonly string[]; readonly splits: boolean }[])[] = [];
  for (const piece of pieces) {
    if (piece.kind === "text") choices.push([{ words: [piece.text], splits: false }]);
    else if (piece.kind === "name") choices.push([{ words: [HOLE], splits: false }]);
    else if (piece.kind === "any" && piece.guesses.length > 0)
      choices.push(piece.guesses.map((words) => ({ words, splits: piece.splits })));
    else return [];
  }
  if (!pieces.some(({ kind }) => kind === "any")) return [];
  return combinations(choices).slice(0, MOST_GUESSES).map(joinChosen);
}

function joinChosen(
  chosen: readonly { readonly words: readonly string[]; readonly splits: boolean }[],
): readonly string[] {
  const out: string[] = [];
  let open: string | undefined;
  for (const { words, splits } of chosen) {
    const each = splits ? words.flatMap((word) => word.split(/[ \t\n]+/)) : words;
    for (const [index, word] of each.entries()) {
      if (index > 0 && open !== undefined) {
        out.push(open);
        open = undefined;
      }
      open = (open ?? "") + word;
    }
  }
  if (open !== undefined) out.push(open);
  // An unquoted variable that holds nothing is no word.
  return chosen.every(({ splits }) => splits) ? out.filter((word) => word !== "") : out;
}
