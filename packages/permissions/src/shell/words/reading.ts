import { DYNAMIC } from "../dynamic.ts";

/** What is known of one word before the command runs. */
export interface Reading {
  /** As it is written. */
  readonly source: string;
  /** What it becomes, quotes removed; `undefined` when that is decided only when it runs. */
  readonly text: string | undefined;
  /**
   * The text with a {@link HOLE} for each run of characters without a slash that nobody knows; `undefined` when it may
   * be anything.
   */
  readonly mask: string | undefined;
  /** What it begins with in any case. */
  readonly head: string;
  /** Whether it may become no word, or several. */
  readonly splits: boolean;
  /** What else it is called, or may turn out to be: each a list of words. Never complete. */
  readonly also: readonly (readonly string[])[];
}

/** Stands in a mask for characters that nobody knows, a slash not among them. */
export const HOLE = "\0";

const NONE: readonly (readonly string[])[] = [];

/** A word that is known. */
export function known(text: string, source: string = text, also: Reading["also"] = NONE): Reading {
  return { source, text, mask: text, head: text, splits: false, also };
}

/** A word that is not. */
export function unknown(source: string, rest: Partial<Omit<Reading, "source" | "text">> = {}): Reading {
  return { source, text: undefined, mask: undefined, head: "", splits: false, also: NONE, ...rest };
}

/** The segment of an action that stands for a word. */
export const segmentOf = ({ text, source }: Reading): string => text ?? `${DYNAMIC}${source}`;

/** Words as they are written. */
export const sourceOf = (words: readonly Reading[]): string => words.map(({ source }) => source).join(" ");

/** What follows the first characters of a word, which are known. */
export function behind(reading: Reading, length: number): Reading {
  const { source, text, mask, head, also } = reading;
  const start = head.slice(0, length);
  return {
    ...reading,
    source: source.startsWith(start) ? source.slice(length) : source,
    text: text?.slice(length),
    mask: mask?.slice(length),
    head: head.slice(length),
    also: also
      .filter(([first]) => first?.startsWith(start) === true)
      .map(([first = "", ...rest]) => [first.slice(length), ...rest]),
  };
}

/** A word that begins with what is known and goes on with another. */
export function following(start: string, reading: Reading, source: string): Reading {
  const { text, mask, head, also } = reading;
  return {
    source,
    text: text === undefined ? undefined : start + text,
    mask: mask === undefined ? undefined : start + mask,
    head: start + head,
    splits: false,
    also: also.map((words) => [start + words.join(" ")]),
  };
}

/** A word in which something is put in place of a mark, when it runs. The word as it stands is a guess. */
export function filledIn(reading: Reading, mark: string): Reading {
  const { source, text, head, mask } = reading;
  if (mark === "" || !(text ?? mask ?? source).includes(mark)) return reading;
  const at = head.indexOf(mark);
  const start = at < 0 ? head : head.slice(0, at);
  return unknown(source, { head: start, also: text === undefined ? reading.also : text === mark ? [] : [[text]] });
}

/** Every way to choose one of each; no more than a handful, for they are guesses. */
export function combinations<T>(choices: readonly (readonly T[])[]): readonly (readonly T[])[] {
  let all: readonly (readonly T[])[] = [[]];
  for (const each of choices) {
    all = all.flatMap((start) => each.map((choice) => [...start, choice])).slice(0, MOST_GUESSES);
  }
  return all;
}

/** How many guesses are followed up. */
export const MOST_GUESSES = 16;
