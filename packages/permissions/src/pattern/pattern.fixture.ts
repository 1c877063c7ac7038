/** Patterns as lines, so that tests can show what was read. */
import type { Pattern, Segment } from "./segment.ts";
import type { Read } from "./result.ts";

/** Literals as they are, wildcards in angle brackets. */
export const shown = (pattern: Pattern): string => pattern.map(shownSegment).join(" ");

/** Every meaning of what was read, or why it was not. */
export const meanings = (read: Read<readonly Pattern[]>): readonly string[] | string =>
  read.ok ? read.value.map(shown) : read.why;

/** The segments of what was read, or why it was not. */
export const segments = (read: Read<readonly string[]>): readonly string[] | string =>
  read.ok ? read.value : read.why;

function shownSegment(segment: Segment): string {
  switch (segment.kind) {
    case "literal":
      return segment.text;
    case "one":
      return "<*>";
    case "any":
      return "<**>";
    case "glob":
      return `<${segment.parts.join("*")}>`;
  }
}
