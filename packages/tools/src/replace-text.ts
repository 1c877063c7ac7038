/** What is to be replaced by what, in which text. */
export interface Change {
  readonly text: string;
  readonly old: string;
  readonly new: string;
}

/** A changed text, and in how many lines it differs. */
export interface Changed {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

/**
 * Gives old and new the line ends of a text. Only where every line ends with CRLF: whoever writes LF then means it.
 * Texts with both kinds of line ends are changed exactly as they are.
 */
export function adoptLineEnds(change: Change): Change {
  const lineFeeds = change.text.split("\n").length - 1;
  const pairs = change.text.split("\r\n").length - 1;
  if (pairs === 0 || pairs !== lineFeeds) return change;
  const adopt = (text: string) => text.replace(/\r?\n/g, "\r\n");
  return { text: change.text, old: adopt(change.old), new: adopt(change.new) };
}

/** Finds every place where a text occurs, as offsets. Places that overlap are all found: neither is the only one. */
export function findPlaces({ text, old }: Pick<Change, "text" | "old">): readonly number[] {
  const places: number[] = [];
  if (old === "") return places;
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + 1)) places.push(at);
  return places;
}

/** Leaves out places that overlap one before them, as replacing from the start does. */
export function dropOverlaps(places: readonly number[], length: number): readonly number[] {
  let end = -1;
  return places.filter((place) => {
    if (place < end) return false;
    end = place + length;
    return true;
  });
}

/** Gives the numbers of the lines, from 1, in which the places are. */
export function findLines(text: string, places: readonly number[]): readonly number[] {
  let line = 1;
  let from = 0;
  return places.map((place) => {
    line += countLineFeeds(text.slice(from, place));
    from = place;
    return line;
  });
}

/** Replaces at the given places, which must not overlap and be in order, and counts the lines that differ. */
export function replaceAt(change: Change, places: readonly number[]): Changed {
  let text = "";
  let from = 0;
  let added = 0;
  let removed = 0;
  for (const group of groupByLines(change, places)) {
    const before = change.text.slice(group.start, group.end);
    let after = "";
    let at = group.start;
    for (const place of group.places) {
      after += change.text.slice(at, place) + change.new;
      at = place + change.old.length;
    }
    after += change.text.slice(at, group.end);
    const differs = countDifferentLines(before, after);
    added += differs.added;
    removed += differs.removed;
    text += change.text.slice(from, group.start) + after;
    from = group.end;
  }
  return { text: text + change.text.slice(from), added, removed };
}

interface Group {
  readonly places: number[];
  /** Whole lines: from the start of the first one to behind the line end of the last one. */
  readonly start: number;
  end: number;
}

/** Puts places together that share lines, so that no line is counted twice. */
function groupByLines({ text, old }: Change, places: readonly number[]): readonly Group[] {
  const groups: Group[] = [];
  for (const place of places) {
    const start = place === 0 ? 0 : text.lastIndexOf("\n", place - 1) + 1;
    const lineEnd = text.indexOf("\n", place + old.length);
    const end = lineEnd === -1 ? text.length : lineEnd + 1;
    const last = groups.at(-1);
    if (last !== undefined && start < last.end) {
      last.places.push(place);
      last.end = end;
    } else {
      groups.push({ places: [place], start, end });
    }
  }
  return groups;
}

function countDifferentLines(before: string, after: string): { readonly added: number; readonly removed: number } {
  const old = splitLines(before);
  const now = splitLines(after);
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return { added: now.length - head - tail, removed: old.length - head - tail };
}

/** Splits behind each line end, so that a last line without one differs from the same line with one. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function countLineFeeds(text: string): number {
  return text.split("\n").length - 1;
}
