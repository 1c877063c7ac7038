import { durationMs, nearest } from "@polyglav/catalog/spelling";
import { usageError } from "../command-error.ts";

/** A flag of the command line: how it is written, what it says in the help, and how its value is read. */
export interface Flag<T> {
  readonly kind: "flag";
  /** Without the dashes. */
  readonly name: string;
  /** One letter, such as `C` for `-C`. */
  readonly short?: string;
  /** What its value is called in the help; a flag without one is a switch. */
  readonly value?: string;
  readonly summary: string;
  /** Whether it may be given several times: `parse` gets all of it, with {@link BETWEEN} between. */
  readonly repeats?: true;
  /** What it means when it is not given. */
  readonly absent: T;
  /** Reads what was written (a switch gets ""). Throws a usage error. */
  readonly parse: (written: string) => T;
}

/** No word of a command line holds it. */
export const BETWEEN = "\0";

type Named = Pick<Flag<unknown>, "name" | "summary"> & { readonly short?: string };

/** A flag that is there or not. */
export function switchFlag(named: Named): Flag<boolean> {
  return { kind: "flag", ...named, absent: false, parse: () => true };
}

/** A flag whose value is any text but none. */
export function textFlag(named: Named & { readonly value: string }): Flag<string | undefined> {
  return { kind: "flag", ...named, absent: undefined, parse: (written) => notEmpty(named.name, written) };
}

/** A flag with names between commas; blanks around them do not count. */
export function listFlag(named: Named & { readonly value: string }): Flag<readonly string[]> {
  const parse = (written: string): readonly string[] =>
    notEmpty(named.name, written)
      .split(/[,\0]/)
      .map((name) => name.trim())
      .filter((name) => name !== "");
  return { kind: "flag", ...named, repeats: true, absent: [], parse };
}

/** A flag with one text each time it is given. */
export function textsFlag(named: Named & { readonly value: string }): Flag<readonly string[]> {
  return { kind: "flag", ...named, repeats: true, absent: [], parse: (written) => written.split(BETWEEN) };
}

/** A flag with one of a few words. */
export function choiceFlag<const W extends string>(
  named: Named & { readonly words: readonly W[] },
): Flag<W | undefined> {
  const { words, ...rest } = named;
  const parse = (written: string): W => {
    const word = words.find((one) => one === written);
    if (word !== undefined) return word;
    const near = nearest(written, words);
    throw usageError(
      `Cannot read --${named.name} "${written}": it takes ${words.join(", ")}`,
      near === undefined ? undefined : `Did you mean "${near}"?`,
    );
  };
  return { kind: "flag", ...rest, value: words.join("|"), absent: undefined, parse };
}

/** A flag with a time, read in milliseconds, by the same rules as the times of the config. */
export function durationFlag(named: Named): Flag<number | undefined> {
  const parse = (written: string): number => {
    const ms = durationMs(written);
    if (ms !== undefined) return ms;
    throw usageError(`Cannot read --${named.name} "${written}": it takes seconds, or a time such as 500ms, 30s or 5m`);
  };
  return { kind: "flag", ...named, value: "TIME", absent: undefined, parse };
}

/** A flag with a whole number from `least`, which is 0 where it is not given, to `most`. */
export function countFlag(named: Named & { readonly least?: number; readonly most: number }): Flag<number | undefined> {
  const { least = 0, most, ...rest } = named;
  const parse = (written: string): number => {
    const count = /^\d{1,10}$/.test(written) ? Number(written) : Number.NaN;
    if (count >= least && count <= most) return count;
    throw usageError(`Cannot read --${named.name} "${written}": it takes a whole number from ${least} to ${most}`);
  };
  return { kind: "flag", ...rest, value: "N", absent: undefined, parse };
}

/** A flag with an amount of US dollars, such as `1.00`, `$1` or `0.25`; never less than nothing. */
export function dollarFlag(named: Named): Flag<number | undefined> {
  const parse = (written: string): number => {
    const amount = /^\$?(\d{1,7}(?:\.\d{1,6})?)$/.exec(written)?.[1];
    if (amount !== undefined) return Number(amount);
    throw usageError(`Cannot read --${named.name} "${written}": it takes US dollars, such as 1.00`);
  };
  return { kind: "flag", ...named, value: "USD", absent: undefined, parse };
}

function notEmpty(name: string, written: string): string {
  if (written.trim() !== "") return written;
  throw usageError(`Cannot read --${name}: its value is empty`);
}

/** A word of the command line that has a place and no dashes. */
export interface Argument<T> {
  readonly kind: "argument";
  readonly name: string;
  readonly summary: string;
  readonly shape: "required" | "optional" | "many";
  readonly absent: T;
  readonly parse: (written: readonly string[]) => T;
}

/** An argument that must be given. The parser refuses a command line without it. */
export function required(name: string, summary: string): Argument<string> {
  return { kind: "argument", name, summary, shape: "required", absent: "", parse: ([first = ""]) => first };
}

export function optional(name: string, summary: string): Argument<string | undefined> {
  return { kind: "argument", name, summary, shape: "optional", absent: undefined, parse: ([first]) => first };
}

/** All words that are left, possibly none. */
export function many(name: string, summary: string): Argument<readonly string[]> {
  return { kind: "argument", name, summary, shape: "many", absent: [], parse: (written) => written };
}

/** Reads the value of a flag or argument that the command declares; any other is a mistake of the program. */
export type Read = <T>(what: Flag<T> | Argument<T>) => T;
