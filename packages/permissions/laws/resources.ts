/** Everything small that can be asked for, in the categories of `cases.ts`: what its patterns tell apart is among it. */
import { NAMES, type Name } from "./cases.ts";

/** Texts for every way in which the segments of `cases.ts` match, one that none mentions, and one that nobody knows. */
const TEXTS = ["a", "b", "ab", "acb", "ac", "cb", "c", "\0x"] as const;

/** Every list of one to so many of these. */
export function upTo<T>(length: number, of: readonly T[]): readonly (readonly T[])[] {
  const shorter = length > 1 ? upTo(length - 1, of) : [];
  const longest = length > 1 ? shorter.filter((list) => list.length === length - 1) : [[]];
  return [...shorter, ...longest.flatMap((list) => of.map((each) => [...list, each]))];
}

const SHORT = upTo(3, TEXTS);
const OUTSIDE = upTo(2, TEXTS).map((names) => ["/", ...names]);

export const NAMEABLE: Readonly<Record<Name, readonly (readonly string[])[]>> = {
  bash: SHORT,
  edit: [...SHORT, ["/"], ...OUTSIDE],
  delegate: TEXTS.map((name) => [name]),
};

/**
 * Longer than every pattern of `cases.ts`: what only `**` reaches, for where the rest is not enough. Six, because a
 * beginning of three can be followed by three more, of which rules such as `** a *` look at the last ones alone.
 */
export function* longer(category: Name): Generator<readonly string[], void> {
  if (category === "delegate") return;
  for (let length = 4; length <= 6; length += 1) {
    for (const names of ofLength(length)) {
      yield names;
      if (category === "edit") yield ["/", ...names];
    }
  }
}

function* ofLength(length: number): Generator<readonly string[], void> {
  if (length === 0) yield [];
  else for (const rest of ofLength(length - 1)) for (const text of TEXTS) yield [...rest, text];
}

/** All of them, each with its category. */
export const ACTIONS = NAMES.flatMap((category) => NAMEABLE[category].map((resource) => ({ category, resource })));
