import type { ParsedScript } from "unbash";
import type { Findings } from "./findings.ts";
import type { Reading } from "./words/reading.ts";
import type { Definition, Flow, Place, State } from "./state.ts";

/** What is around the whole command. */
export interface World {
  readonly worktree: string;
  readonly home: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the command starts. */
  readonly start: Place;
}

/** What the readers of the parts of a command share. */
export interface Context {
  readonly world: World;
  readonly found: Findings;
  /** Which shell reads this text: what only bash knows is no news to `sh`. */
  readonly shell: "bash" | "sh";
  /** Each a list of words that a variable may hold: guesses, never complete. */
  readonly variables: Map<string, (readonly string[])[]>;
  /** For each loop and function that is open, the states in which it may be left early. */
  readonly jumps: State[][];
  /** How often each function is being read, one call inside of the other. */
  readonly active: Map<object, number>;
  /** How often something may still be read a second time. */
  readonly fuel: { left: number };
  /** How many texts this one is inside of, such as that of `sh -c`. */
  readonly depth: number;
  readonly read: Readers;
}

/** The readers that call each other: commands are in words, and words in commands. */
export interface Readers {
  /** Reads a script that is parsed. */
  readonly script: (script: ParsedScript, state: State, context: Context) => Flow;
  /** Reads the text of a shell, such as that of `eval`. */
  readonly text: (text: string, state: State, context: Context) => Flow;
  /** Reads the body of a function. */
  readonly body: (body: Definition["bodies"][number], state: State, context: Context) => Flow;
  /** Reads one command that is in words. */
  readonly words: (words: readonly Reading[], state: State, context: Context, how?: How) => Flow;
}

/** A command that is to be read: its words, the first of which is known. */
export interface Call {
  readonly name: string;
  readonly words: readonly Reading[];
  readonly args: readonly Reading[];
  readonly state: State;
  readonly context: Context;
  /** What it is given to read, where the command says so itself. */
  readonly input: Reading | undefined;
}

/** How words are taken for a command. */
export interface How {
  /** Whether a function of that name does not count, as behind `env`. */
  readonly isProgram?: boolean;
  /** What is written in front of it, such as `CI=1`, where that matters. */
  readonly prefix?: readonly Reading[];
  readonly input?: Reading | undefined;
}

/** The places where a command may run. One that nothing leads to is taken to run where it all starts. */
export const placesOf = (state: State, { world }: Context): readonly Place[] =>
  state.places.length === 0 ? [world.start] : state.places;

/** Keeps what a variable may hold, for guesses. */
export function remember(name: string, words: readonly string[], { variables }: Context): void {
  const known = variables.get(name);
  if (known === undefined) variables.set(name, [words]);
  else if (known.length < MOST_VALUES && !known.some((other) => other.join("\0") === words.join("\0")))
    known.push(words);
}

const MOST_VALUES = 8;

/** Takes one from the fuel; says no, and why, when there is none. */
export function mayRepeat({ fuel, found }: Context): boolean {
  fuel.left -= 1;
  if (fuel.left >= 0) return true;
  found.advise("it repeats itself too often to be read in full");
  return false;
}
