/**
 * One segment of a pattern: a text as it is, `*` for any one segment, a glob such as `pre*fix` inside one segment, or
 * `**` for any number of segments, none included. Where the stars are `named`, as in paths, they stand for names and
 * not for the `/` with which a path outside the worktree begins.
 */
export type Segment =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "one"; readonly named?: true }
  | { readonly kind: "glob"; readonly parts: readonly string[] }
  | { readonly kind: "any"; readonly named?: true };

/** A pattern as {@link canonical} leaves it: equal patterns of `*` and `**` are spelled alike. */
export type Pattern = readonly Segment[];

export const ONE: Segment = Object.freeze({ kind: "one" });
export const ANY: Segment = Object.freeze({ kind: "any" });
/** The stars of paths. */
export const ONE_NAME: Segment = Object.freeze({ kind: "one", named: true });
export const ANY_NAMES: Segment = Object.freeze({ kind: "any", named: true });
/** What a path outside the worktree begins with. No file is called so. */
export const ROOT = "/";

export const literal = (text: string): Segment => Object.freeze({ kind: "literal", text });

/** Makes the segment whose stars stand between the parts. Neighbouring stars are one. */
export function globOf(parts: readonly string[]): Segment {
  const [first = "", ...rest] = parts;
  if (rest.length === 0) return literal(first);
  const last = rest.at(-1) ?? "";
  const middle = rest.slice(0, -1).filter((part) => part !== "");
  if (first === "" && last === "" && middle.length === 0) return ONE;
  return Object.freeze({ kind: "glob", parts: Object.freeze([first, ...middle, last]) });
}

/** Spells a pattern in the one way: in a run of `*` and `**` the `*` come first, and one `**` is enough. */
export function canonical(segments: readonly Segment[]): Pattern {
  const out: Segment[] = [];
  let open: Segment | undefined; // the `**` of the current run, still to be written
  for (const segment of segments) {
    if (segment.kind === "any") open = segment;
    else if (segment.kind === "one") out.push(segment);
    else {
      if (open !== undefined) out.push(open);
      open = undefined;
      out.push(segment);
    }
  }
  if (open !== undefined) out.push(open);
  return Object.freeze(out);
}

/**
 * Tells whether a text holds what nobody can know before the call runs, such as a variable of a shell. Such a segment
 * starts with NUL, which no path, word or name can hold: only `*` and `**` match it.
 */
export const isUnknown = (text: string): boolean => text.startsWith("\0");

/** Tells whether a segment of a pattern, other than `**`, matches a segment of a resource. */
export function matchesSegment(segment: Segment, text: string): boolean {
  switch (segment.kind) {
    case "any":
    case "one":
      return segment.named !== true || text !== ROOT;
    case "literal":
      return segment.text === text;
    case "glob":
      return !isUnknown(text) && matchesParts(segment.parts, text);
  }
}

/** Leftmost matching of the parts between the stars is enough: a later place leaves less for the rest. */
function matchesParts(parts: readonly string[], text: string): boolean {
  // By index and without copies: this is the innermost loop of every decision about globs.
  const final = parts.length - 1;
  const first = parts[0] ?? "";
  const last = parts[final] ?? "";
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (let i = 1; i < final; i += 1) {
    const part = parts[i] ?? "";
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** Tells whether every one segment that `narrow` matches is matched by `wide` too; a `**` is taken for one `*`. */
export function includesSegment(wide: Segment, narrow: Segment): boolean {
  if (narrow.kind === "literal") return matchesSegment(wide, narrow.text);
  if (wide.kind === "one" || wide.kind === "any") return wide.named !== true || !matchesSegment(narrow, ROOT);
  if (wide.kind === "literal" || narrow.kind !== "glob") return false;
  // What a star stands for can be a letter that no pattern mentions, and only a star matches that; whatever else it
  // stands for is then matched by the same star.
  return matchesParts(wide.parts, narrow.parts.join(FRESH));
}

/** A letter that no pattern holds: readers refuse it. */
const FRESH = "\0";
