import { matchesSegment, type Segment } from "./segment.ts";

/** Texts for every way in which globs can match, and whether those are all ways. */
export interface GlobTexts {
  readonly texts: readonly string[];
  readonly isComplete: boolean;
}

/**
 * Finds texts that globs tell apart: for every set of globs that some text matches, and no other glob of them, one such
 * text or more. The empty set is left out, and so are the texts to avoid, whatever they match. Texts that people would
 * write come first.
 *
 * It follows all globs at once, character by character. The characters that no glob holds are all alike, so one of them
 * stands for all. Exact, and incomplete only for globs that were written to take long.
 */
export function textsOf(globs: readonly Segment[], avoid: ReadonlySet<string>): GlobTexts {
  const all = globs.flatMap((glob) => (glob.kind === "glob" ? [glob] : []));
  if (all.length > MOST_GLOBS) return { texts: [], isComplete: false };
  const found = together(all).map((group) => textsOfGroup(group, avoid));
  return { texts: found.flatMap(({ texts }) => texts), isComplete: found.every(({ isComplete }) => isComplete) };
}

/** In one place of all patterns. */
const MOST_GLOBS = 2_000;

type Glob = Extract<Segment, { readonly kind: "glob" }>;

/** Globs in groups, so that no text matches two of different groups: those of one text begin and end alike. */
function together(globs: readonly Glob[]): readonly (readonly Glob[])[] {
  let groups: readonly (readonly Glob[])[] = [];
  for (const glob of globs) {
    const near = groups.filter((group) => group.some((other) => mayMeet(glob, other)));
    groups = [...groups.filter((group) => !near.includes(group)), [...near.flat(), glob]];
  }
  return groups;
}

function mayMeet(a: Glob, b: Glob): boolean {
  const [first, last] = [a.parts[0] ?? "", a.parts.at(-1) ?? ""];
  const [otherFirst, otherLast] = [b.parts[0] ?? "", b.parts.at(-1) ?? ""];
  return (
    (first.startsWith(otherFirst) || otherFirst.startsWith(first)) &&
    (last.endsWith(otherLast) || otherLast.endsWith(last))
  );
}

function textsOfGroup(globs: readonly Glob[], avoid: ReadonlySet<string>): GlobTexts {
  const parts = globs.map((glob) => glob.parts);
  const found = new Map<string, string[]>();
  const add = (text: string): void => {
    const key = whichMatch(globs, text);
    if (key === "" || avoid.has(text)) return;
    const known = found.get(key);
    if (known === undefined) found.set(key, [text]);
    else if (!known.includes(text)) known.push(text);
  };
  for (const text of likely(parts)) add(text);
  let isComplete = true;
  // What one glob matches is no riddle: it has more texts than there are to avoid.
  for (
    let filling = unusedCharacter(parts.flat());
    parts.length === 1 && found.size === 0;
    filling += filling.charAt(0)
  )
    add((parts[0] ?? []).join(filling));
  if (parts.length > 1) {
    const all = search(parts, []);
    isComplete = all.isComplete;
    for (const [key, text] of all.found) {
      if (found.has(key)) continue;
      add(text);
      if (found.has(key)) continue;
      // The first text that was met is one to avoid, and so perhaps are all: look for another one.
      const others = search(
        parts,
        [...avoid].filter((each) => whichMatch(globs, each) === key),
      );
      isComplete &&= others.isComplete || others.found.has(key);
      const other = others.found.get(key);
      if (other !== undefined) add(other);
    }
  }
  return { texts: [...found.values()].flat(), isComplete };
}

/** A character that is in none of these texts. */
export function unusedCharacter(texts: readonly string[]): string {
  for (let code = FIRST_LETTER; ; code += 1) {
    const character = String.fromCharCode(code);
    if (!texts.some((text) => text.includes(character))) return character;
  }
}

/** Where the search for an unused character begins: `x`, then whatever comes. */
const FIRST_LETTER = 120;

const whichMatch = (globs: readonly Segment[], text: string): string =>
  globs.flatMap((glob, i) => (matchesSegment(glob, text) ? [i] : [])).join(",");

/** What a person would think of: the stars filled with a letter, or with nothing, for one glob and for two in a row. */
function likely(parts: readonly (readonly string[])[]): readonly string[] {
  const one = ["x", ""].flatMap((filling) => parts.map((each) => each.join(filling)));
  if (parts.length > MOST_PAIRED) return one;
  return [...one, ...parts.flatMap((a) => parts.map((b) => a.join("x") + b.join("x")))];
}

const MOST_PAIRED = 16;

interface Search {
  /** For each set of globs that can match together the first text that does. */
  readonly found: ReadonlyMap<string, string>;
  readonly isComplete: boolean;
}

/** Where a glob is after some characters: between which stars, and how much of the part there it has seen. */
interface Spot {
  readonly glob: number;
  readonly parts: readonly string[];
  readonly part: number;
  readonly seen: number;
}

/** Goes through all states of the globs together, shortest texts first; `except` are texts that do not count. */
function search(globs: readonly (readonly string[])[], except: readonly string[]): Search {
  const used = globs.flat();
  const letters = [...new Set([unusedCharacter(used), ...used.flatMap((part) => part.split(""))])];
  const isBeginning = (text: string): boolean => except.some((each) => each.startsWith(text));
  const found = new Map<string, string>();
  const seen = new Set<string>();
  let work = 0;
  let todo = [{ text: "", spots: globs.map((parts, glob) => settled({ glob, parts, part: 0, seen: 0 })) }];
  while (todo.length > 0) {
    const next: typeof todo = [];
    for (const { text, spots } of todo) {
      const state = spots.map((spot) => `${spot.glob}.${spot.part}.${spot.seen}`).join(" ");
      const key = isBeginning(text) ? `${state} ${text}` : state;
      if (seen.has(key)) continue;
      seen.add(key);
      const matching = spots
        .filter(isAtEnd)
        .map(({ glob }) => glob)
        .join(",");
      if (!found.has(matching) && !except.includes(text)) found.set(matching, text);
      work += letters.length * spots.length;
      if (work > MOST_WORK) return { found, isComplete: false };
      for (const letter of letters) {
        // A glob that cannot match any more is left behind.
        const after = spots.flatMap((spot) => advance(spot, letter) ?? []);
        if (after.length > 0) next.push({ text: text + letter, spots: after });
      }
    }
    todo = next;
  }
  return { found, isComplete: true };
}

/** More steps of a glob by one character than this are not taken. */
const MOST_WORK = 500_000;

/** One more character. `undefined`: the glob cannot match any more. */
function advance(spot: Spot, letter: string): Spot | undefined {
  const part = spot.parts[spot.part] ?? "";
  if (spot.part > 0) return settled({ ...spot, seen: overlap(part.slice(0, spot.seen) + letter, part) });
  return part[spot.seen] === letter ? settled({ ...spot, seen: spot.seen + 1 }) : undefined;
}

/** Goes on to the next part when one is seen whole; the last part has to be at the very end, so it is never done. */
function settled(spot: Spot): Spot {
  const { parts, part, seen } = spot;
  return part < parts.length - 1 && seen === (parts[part] ?? "").length ? { ...spot, part: part + 1, seen: 0 } : spot;
}

const isAtEnd = ({ parts, part, seen }: Spot): boolean =>
  part === parts.length - 1 && seen === (parts.at(-1) ?? "").length;

/** How many characters at the end of a text begin a part. */
function overlap(text: string, part: string): number {
  for (let length = Math.min(text.length, part.length); length > 0; length -= 1)
    if (part.startsWith(text.slice(-length))) return length;
  return 0;
}
