import type { Word } from "unbash";
import { MOST_WORDS } from "./brace.ts";
import { type Context, placesOf } from "../context.ts";
import { piecesOf } from "./expansion.ts";
import { compose, type Piece, writeOut } from "./pieces.ts";
import { known, type Reading, unknown } from "./reading.ts";
import type { State } from "../state.ts";

/** Reads a word of a command: braces may make several of it. */
export function readWord(word: Word, state: State, context: Context): readonly Reading[] {
  const { text, parts } = word;
  if (parts === undefined) {
    if (!text.includes("~")) return [known(word.value, text)];
    return [readTilde(word, [{ kind: "text", text: word.value, isQuoted: false }], state, context)];
  }
  const pieces = piecesOf(parts, false, state, context);
  const words = writeOut(pieces, MOST_WORDS);
  if (words === undefined || hasOddBraces(word)) return [unknown(text, { splits: true })];
  // `{,a}` makes one word: one that is empty and not quoted is none.
  const some = words.filter(
    (each) => !each.every((piece) => piece.kind === "text" && piece.text === "" && !piece.isQuoted),
  );
  return some.map((each) => readTilde(word, each, state, context));
}

/** Braces that are escaped, or stand alone, change how bash takes those that belong together. */
const hasOddBraces = ({ text, parts = [] }: Word): boolean =>
  parts.some(({ type }) => type === "BraceExpansion") &&
  (text.includes("\\") || parts.some((part) => part.type === "Literal" && /[{}]/.test(part.text)));

/** Reads a word where only one is taken, such as the target of a redirect: braces in it mean nothing sure. */
export function readOne(word: Word, state: State, context: Context): Reading {
  const [first, ...others] = readWord(word, state, context);
  return first === undefined || others.length > 0 ? unknown(word.text) : first;
}

/** Puts the home folder, or what else is meant, in place of a `~` that is not quoted. */
function readTilde({ text, parts = [] }: Word, pieces: readonly Piece[], state: State, context: Context): Reading {
  const [first, ...rest] = pieces;
  // Lists such as PATH have one after each colon.
  if (text.includes(":~") && /^[A-Za-z_]\w*\+?=/.test(text))
    return unknown(text, { head: text.slice(0, text.indexOf("=") + 1) });
  // Behind braces, `a=~` is no assignment.
  const isOne = !parts.some(({ type }) => type === "BraceExpansion");
  const found =
    first?.kind === "text" ? (AT_START.exec(first.text) ?? (isOne ? IN_VALUE.exec(first.text) : null)) : null;
  // Where it is quoted, the word is written in another way.
  if (first?.kind !== "text" || found === null || !text.startsWith(found[0])) return compose(pieces, text);
  const [whole, assigned = "", user = ""] = found;
  const after = first.text.slice(whole.length);
  const [next] = rest;
  if (after === "" && next !== undefined) {
    // In `~"x"` the quotes are part of the name, and there is no such user; `~{a,b}` are two users.
    return next.kind === "text" && !next.isQuoted ? unknown(text) : compose(pieces, text);
  }
  const folders = foldersOf(user, state, context);
  const end = [{ ...first, text: after }, ...rest];
  const [folder] = folders;
  if (folder === undefined || folders.length > 1) {
    const guesses = folders.map((each) => [each]);
    return compose([{ ...first, text: assigned }, { kind: "any", splits: false, guesses }, ...end], text);
  }
  const isRoot = folder === "/" && after.startsWith("/");
  const read = compose([{ ...first, text: `${assigned}${isRoot ? "" : folder}` }, ...end], text);
  const spelled = compose(pieces, text);
  return spelled.text === undefined ? read : { ...read, also: [...read.also, [spelled.text]] };
}

/** At the beginning of a word, and of a value that is given like an assignment. */
const AT_START = /^()~([^/]*)(?=\/|$)/;
const IN_VALUE = /^([A-Za-z_]\w*\+?=)~([^/:]*)(?=[/:]|$)/;

/** The folders that `~`, `~+` and `~-` may mean; none where nobody knows. */
function foldersOf(user: string, state: State, context: Context): readonly string[] {
  const places = placesOf(state, context);
  const folders =
    user === ""
      ? [context.world.home]
      : user === "+"
        ? places.map(({ cwd }) => cwd)
        : user === "-"
          ? places.map(({ previous }) => previous)
          : [];
  const sure = folders.filter((folder) => folder !== undefined);
  return sure.length === folders.length ? [...new Set(sure)] : [];
}
