import type { ResourceKind } from "../../category.ts";
import { QUOTED_SPACE, type SegmentText, type Sequence } from "./star-segments.ts";

/** Writes a sequence as a pattern of commands, or of names between slashes. */
export function writeSequence(
  kind: Extract<ResourceKind, "command" | "path" | "names" | "name">,
  sequence: Sequence,
): string {
  return kind === "command"
    ? sequence.map((segment) => writeSegment(segment, quotePart) || "''").join(" ")
    : escapeHome(sequence.map((segment) => writeSegment(segment, escapePart)).join("/"));
}

const writeSegment = (segment: SegmentText, write: (part: string) => string): string =>
  segment === "**" ? segment : segment.parts.map((part) => write(part.replaceAll(QUOTED_SPACE, " "))).join("*");

const quotePart = (part: string): string =>
  /^[\w./:=@%+,^-]*$/.test(part) ? part : `'${part.replaceAll("'", `'"'"'`)}'`;

const escapePart = (part: string): string => part.replace(/[*\\?[\]{}!/]/g, "\\$&");

const escapeHome = (path: string): string => (path.startsWith("~") ? `\\${path}` : path);
