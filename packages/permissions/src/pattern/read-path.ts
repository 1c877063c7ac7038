import type { Places } from "./read.ts";
import { no, type Read, yes } from "./result.ts";
import { readGlob } from "./read-glob.ts";
import { restAfter } from "./pattern.ts";
import { ANY_NAMES, canonical, literal, ONE_NAME, type Pattern, ROOT, type Segment } from "./segment.ts";

/**
 * Reads the pattern of a path. Relative ones start at the worktree, whose own name is `.`, and never leave it, `**`
 * included. An absolute one means the same files whether they are inside the worktree or not, so where it reaches in,
 * it is read as both.
 */
export function readPathPattern(text: string, places: Places): Read<readonly Pattern[]> {
  const split = splitPath(text, places);
  if (!split.ok) return split;
  const { isAbsolute, front, names } = split.value;
  if (names.at(-1) === "") return no("it ends with a slash", `write "${text}**" for all that is in the folder`);
  const segments: Segment[] = front.map(literal);
  for (const name of names) {
    const segment = name === "**" ? yes(ANY_NAMES) : name === "*" ? yes(ONE_NAME) : readGlob(name, "/");
    if (!segment.ok) return segment;
    if (segment.value.kind === "literal" && segment.value.text === "")
      return no("it has an empty name between two slashes", "write one slash");
    segments.push(segment.value);
  }
  const read = resolve(segments, isAbsolute, places);
  const { fold } = places;
  if (!read.ok || fold === undefined) return read;
  // A request names a file by its folded name, too, and no rule about the file may miss that.
  return yes([...read.value, ...read.value.map((pattern) => canonical(pattern.map((each) => folded(each, fold))))]);
}

function folded(segment: Segment, fold: (name: string) => string): Segment {
  if (segment.kind === "literal") return literal(fold(segment.text));
  if (segment.kind !== "glob") return segment;
  return { kind: "glob", parts: segment.parts.map((part) => (part === "" ? part : fold(part))) };
}

/** Reads a path, as it is spelled, into the segments of a resource. Nothing in it is a wildcard. */
export function readPathResource(text: string, places: Places): Read<readonly string[]> {
  if (text.includes("\0")) return no("it holds a NUL character");
  const split = splitPath(text, places);
  if (!split.ok) return split;
  const { isAbsolute, front, names } = split.value;
  const segments = [...front, ...names].filter((name) => name !== "").map(literal);
  const read = resolve(segments, isAbsolute, places);
  if (!read.ok) return read;
  // The spelling that is relative to the worktree comes last where there are two.
  const resource = (read.value.at(-1) ?? []).map((segment) => (segment.kind === "literal" ? segment.text : ""));
  return yes(resource);
}

/** The names of an absolute path. */
export const namesOf = (absolute: string): readonly string[] => absolute.split("/").filter((name) => name !== "");

/** A path before its names are read: those in front are meant as they are. */
interface Split {
  readonly isAbsolute: boolean;
  readonly front: readonly string[];
  readonly names: readonly string[];
}

function splitPath(text: string, { home }: Places): Read<Split> {
  if (text === "") return no("it is empty");
  if (text === "/") return yes({ isAbsolute: true, front: [], names: [] });
  if (text.startsWith("/")) return yes({ isAbsolute: true, front: [], names: text.slice(1).split("/") });
  if (text !== "~" && !text.startsWith("~/")) {
    if (text.startsWith("~")) return no("only the own home folder can be named", 'write "~/", or an absolute path');
    return yes({ isAbsolute: false, front: [], names: text.split("/") });
  }
  if (home === undefined) return no("nobody says where the home folder is", "write an absolute path");
  return yes({ isAbsolute: true, front: namesOf(home), names: text.split("/").slice(1) });
}

function resolve(segments: readonly Segment[], isAbsolute: boolean, { worktree }: Places): Read<readonly Pattern[]> {
  let absolute = isAbsolute;
  const out: Segment[] = [];
  for (const segment of segments) {
    const name = segment.kind === "literal" ? segment.text : undefined;
    if (name === ".") continue;
    if (name !== "..") {
      out.push(segment);
      continue;
    }
    const last = out.pop();
    if (last?.kind === "any") return no('".." after "**" could be anywhere', "write the path without ..");
    if (last !== undefined || absolute) continue;
    if (worktree === undefined) return no('it leaves the worktree by ".."', "write an absolute path");
    absolute = true;
    out.push(...namesOf(worktree).slice(0, -1).map(literal));
  }
  if (!absolute) return yes([canonical(out.length === 0 ? [HERE] : out)]);
  const outside = canonical([literal(ROOT), ...out]);
  if (worktree === undefined) return yes([outside]);
  const inside = restAfter(canonical(out), namesOf(worktree)).map((rest) => (rest.length === 0 ? [HERE] : rest));
  return yes([outside, ...inside]);
}

/** The name of the worktree itself: no file in it is called so. */
const HERE = literal(".");
