import type { Argument, Flag, Read } from "./argv/flag.ts";
import type { ExitName } from "./exit-codes.ts";
import type { Line } from "./line.ts";
import type { Session } from "./session.ts";

/** What a command gives back. It prints nothing: a skin does, one for each format. */
export interface Output {
  /** The result for programs: plain data, an object. */
  readonly data: object;
  /** The result for people. */
  readonly lines: readonly Line[];
  readonly exit?: ExitName;
  /** Why the exit code is not 0, for stderr. */
  readonly fault?: Fault | undefined;
}

export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** An example of the help: a command line that parses, and what it is for. */
export interface Example {
  readonly line: string;
  readonly says: string;
}

/** A command as an object: help, parser, skins and docs all read it. */
export interface Command {
  /** One word, or a group and a verb: `roles list`. */
  readonly name: string;
  readonly summary: string;
  /** What it does, in a few sentences. */
  readonly about: string;
  readonly args?: readonly Argument<unknown>[];
  /** What the words after `--` are; a command without it takes them as arguments. */
  readonly words?: Argument<readonly string[]>;
  readonly flags?: readonly Flag<unknown>[];
  /** Whether it reads roles, skills or config, and so takes the flags of the layers. */
  readonly readsLayers?: boolean;
  readonly examples: readonly [Example, Example, ...Example[]];
  readonly exits: readonly ExitName[];
  /** Does it. An expected "no" is a thrown `CommandError`. */
  readonly run: (read: Read, session: Session) => Promise<Output> | Output;
}

/** Checks an object against {@link Command}, so that a command file has one statement. */
export function defineCommand(command: Command): Command {
  return command;
}
