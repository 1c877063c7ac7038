import type { Decision } from "../../decision.ts";
import type { ImportPlaces } from "../imports/imported.ts";
import type { Patterns } from "../imports/patterns-of.ts";
import { writeSequence } from "../imports/write-sequence.ts";
import { runGlob } from "../imports/run-glob.ts";
import type { SegmentText } from "../imports/star-segments.ts";

/** One character of a name in a pattern, or what may stand there. */
type Piece = { readonly char: string } | { readonly wild: "star" | "one" } | { readonly oneOf: RegExp };
/** A name, or any number of folders. */
type Name = readonly Piece[] | "**";

/** A path pattern of Claude Code: that of a `.gitignore`, from one of four places. */
export interface IgnorePath {
  /** The folder it is about, by its names. */
  readonly root: readonly string[];
  readonly names: readonly Name[];
  /** It is about what is in a folder of that name, and not about a file. */
  readonly isFolder: boolean;
}

/** Where patterns start: `/` at `anchor`, a relative one at the worktree. */
export interface Anchors extends ImportPlaces {
  readonly anchor: string;
}

/**
 * Reads the pattern of a rule about paths. `undefined` for what Claude Code takes and never matches: comments, what
 * begins with `!`, and what goes up by `..`.
 *
 * A name alone is meant at any depth. So is the folder of `name/**`, but for an allow.
 */
export function readIgnorePath(
  text: string,
  word: Decision,
  { worktree, home, anchor }: Anchors,
): IgnorePath | undefined {
  const [root, rest] = text.startsWith("//")
    ? ["/", text.slice(1)]
    : text.startsWith("~/")
      ? [home, text.slice(1)]
      : text.startsWith("/")
        ? [anchor, text]
        : [worktree, text.replace(/^(?:\.\/)+/, "")];
  if (/^[!#]/.test(rest) || /(?:^|\/)\.\.(?:\/|$)/.test(rest) || rest.trim() === "") return undefined;
  const isFolder = rest.length > 1 && rest.endsWith("/");
  const parts = rest.replace(/\/+$/, "").split("/");
  const isOneFolder = parts.length === 2 && parts[1] === "**" && parts[0] !== "**" && parts[0] !== "";
  const isAnywhere = parts.length === 1 || (isOneFolder && word !== "allow");
  const names = parts
    .filter((part, i) => part !== "" || i > 0)
    .map((part): Name => (part === "**" ? part : readName(part)));
  if (names.some((name) => name.length === 0)) return undefined;
  return { root: namesOf(root), names: isAnywhere && names[0] !== "**" ? ["**", ...names] : names, isFolder };
}

/** Tells whether it matches an absolute path: the path itself, or a folder that it is in. Letters count in any case. */
export function matchesIgnorePath({ root, names, isFolder }: IgnorePath, path: string): boolean {
  const given = namesOf(path);
  if (given.length < root.length || !root.every((name, i) => name === given[i])) return false;
  const below = given.slice(root.length);
  const deepest = isFolder ? below.length - 1 : below.length;
  for (let length = deepest; length >= 0; length -= 1) if (matchesNames(names, below.slice(0, length))) return true;
  return false;
}

function matchesNames(names: readonly Name[], path: readonly string[]): boolean {
  return runGlob(
    names,
    path,
    (name) => name === "**",
    (name, given) => {
      const letters = Array.from(given.toLowerCase());
      return name !== "**" && runGlob(name, letters, isStar, matchesPiece);
    },
  );
}

function matchesPiece(piece: Piece, letter: string): boolean {
  if ("wild" in piece) return true;
  return "char" in piece ? piece.char.toLowerCase() === letter : piece.oneOf.test(letter);
}

/** The same pattern for a carve. What is in a folder that matches belongs to it. */
export function ignorePatterns({ root, names, isFolder }: IgnorePath, { worktree }: ImportPlaces): Patterns {
  const isExact = names.every((name) => name === "**" || name.every((piece) => "char" in piece || isStar(piece)));
  const isRelative = root.join("/") === namesOf(worktree).join("/");
  const segments = [
    ...(isRelative ? [] : root.map((name): SegmentText => ({ parts: [name] }))),
    ...names.map((name): SegmentText => (name === "**" ? name : { parts: partsOf(name) })),
  ];
  const below: readonly SegmentText[] = isFolder ? [{ parts: ["", ""] }, "**"] : segments.at(-1) === "**" ? [] : ["**"];
  const all = [...segments, ...below];
  const pattern = isRelative ? writeSequence("path", all) : `/${writeSequence("path", all)}`;
  return isExact ? { exact: [pattern], over: [] } : { exact: [], over: [pattern] };
}

function partsOf(name: readonly Piece[]): readonly string[] {
  const parts = [""];
  for (const piece of name) {
    if ("char" in piece) parts.push(`${parts.pop() ?? ""}${piece.char}`);
    else if (parts.at(-1) !== "" || parts.length === 1) parts.push("");
  }
  return parts;
}

function readName(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const characters = Array.from(text);
  for (let i = 0; i < characters.length; i += 1) {
    const char = characters[i] ?? "";
    const end = char === "[" ? characters.indexOf("]", i + 2) : -1;
    if (char === "\\" && i + 1 < characters.length) pieces.push({ char: characters[(i += 1)] ?? "" });
    else if (char === "*") {
      if (!isStar(pieces.at(-1))) pieces.push({ wild: "star" });
    } else if (char === "?") pieces.push({ wild: "one" });
    else if (end > 0) {
      pieces.push({ oneOf: readClass(characters.slice(i + 1, end).join("")) });
      i = end;
    } else pieces.push({ char });
  }
  return pieces;
}

/** A set of letters; one that cannot be read is taken for any letter. */
function readClass(text: string): RegExp {
  const inside = text.replace(/^[!^]/, "").replace(/[\\\]^]/g, "\\$&");
  try {
    return new RegExp(`^[${/^[!^]/.test(text) ? "^" : ""}${inside}]$`, "iu");
  } catch {
    return /^[^]$/u; // a range from a later letter to an earlier one
  }
}

const isStar = (piece: Piece | undefined): boolean => piece !== undefined && "wild" in piece && piece.wild === "star";

export const namesOf = (path: string): readonly string[] =>
  path.split("/").filter((name) => name !== "" && name !== ".");
