import type { ResourceKind } from "../category.ts";
import { readCommandPattern, readCommandResource } from "./read-command.ts";
import { readGlob } from "./read-glob.ts";
import { readPathPattern, readPathResource } from "./read-path.ts";
import { readUrlPattern, readUrlResource } from "./read-url.ts";
import { no, type Read, yes } from "./result.ts";
import { ANY, canonical, type Pattern, type Segment } from "./segment.ts";

/** Absolute paths, with `/` between names, that patterns of paths are read against. */
export interface Places {
  readonly worktree?: string | undefined;
  readonly home?: string | undefined;
  /** How the volume folds names that it takes for the same, such as `foldName` of `/path`; most volumes do not. */
  readonly fold?: ((name: string) => string) | undefined;
}

/** Reads a pattern by the kind of its category. A few mean two at once, such as a path inside and outside. */
export function readPattern(kind: ResourceKind, text: string, places: Places): Read<readonly Pattern[]> {
  switch (kind) {
    case "path":
      return readPathPattern(text, places);
    case "command":
      return readCommandPattern(text);
    case "url":
      return readUrlPattern(text);
    case "names":
      return readNames(splitNames(text));
    case "name":
      return readNames([text]);
  }
}

/** Reads a text that names one thing into the segments of a resource, the way its category writes them. */
export function readResource(kind: ResourceKind, text: string, places: Places): Read<readonly string[]> {
  switch (kind) {
    case "path":
      return readPathResource(text, places);
    case "command":
      return readCommandResource(text);
    case "url":
      return readUrlResource(text);
    case "names":
      return yes(text.split("/"));
    case "name":
      return yes([text]);
  }
}

function readNames(names: readonly string[]): Read<readonly Pattern[]> {
  const segments: Segment[] = [];
  for (const name of names) {
    if (name === "") return no(names.length === 1 ? "it is empty" : "it has an empty name");
    const segment = name === "**" ? yes(ANY) : readGlob(name, "/");
    if (!segment.ok) return segment;
    segments.push(segment.value);
  }
  return yes([canonical(segments)]);
}

/** Splits at slashes that no backslash stands before. */
function splitNames(text: string): readonly string[] {
  const names = [""];
  for (const piece of text.match(/\\.|[^]/gsu) ?? []) {
    if (piece === "/") names.push("");
    else names.push(`${names.pop() ?? ""}${piece}`);
  }
  return names;
}
