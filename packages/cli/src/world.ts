import type { Readable } from "node:stream";

/** Everything outside of the program, as arguments: tests pass streams of their own and need no terminal. */
export interface World {
  /** The words after `polyglav`. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder it was started in. Throws when that no longer exists. */
  readonly cwd: () => string;
  readonly home: string;
  readonly stdin: In;
  readonly stdout: Out;
  readonly stderr: Out;
  /** The version of this package. */
  readonly version: string;
  /**
   * Calls the listener at every SIGINT and SIGTERM, also at one that came before somebody listened; a terminal that
   * closes (SIGHUP) and Ctrl-\ (SIGQUIT) count as SIGTERM. Gives the way back: after it signals have their usual effect.
   */
  readonly onSignal: (listener: (signal: StopSignal) => void) => () => void;
  /** Calls the listener with each error that nobody caught, until the end of the process. */
  readonly onCrash: (listener: (thrown: unknown) => void) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export type StopSignal = "SIGINT" | "SIGTERM";

export interface In {
  readonly isTTY: boolean;
  /** Gives the stream. Called only by what was told to read it: looking at it must cost nothing. */
  readonly open: () => Readable;
  /** Does what Ctrl-C does, where it was read as a key. */
  readonly interrupt: () => void;
}

export interface Out {
  readonly isTTY: boolean;
  /** Columns of the terminal; `undefined` where there is none. */
  readonly columns: number | undefined;
  /** Resolves when the text is out of this process, or when nobody reads any more. Never rejects. */
  readonly write: (text: string) => Promise<void>;
  /** Aborts when a write fails. The reason is the error. */
  readonly broken: AbortSignal;
}
