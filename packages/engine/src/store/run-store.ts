import type { Awaitable } from "@polyglav/permissions/gate";

/** Where the logs of runs are kept, and what the engine asks of such a place. Ids of runs are those of roots. */
export interface RunStore {
  /** Makes the log of a new run, and takes its lease. Throws where it cannot be written or there is one with this id. */
  readonly create: (run: string) => Awaitable<RunLog>;
  /** Takes the lease of a run that is there, to go on with it. Throws {@link RunStoreError} where it cannot be had. */
  readonly open: (run: string) => Awaitable<OpenedLog>;
  /** Reads a run without touching it, also while another process writes it; `undefined` where there is none. */
  readonly read: (run: string, options?: ReadOptions) => Awaitable<StoredLog | undefined>;
  /** The runs that there are, the oldest first. What is no run is not listed. */
  readonly list: () => Awaitable<readonly RunSummary[]>;
  /**
   * Leaves a letter for whoever holds the lease of a run, or will hold it next. It is there when this resolves, also
   * after a crash, and is read at least once.
   */
  readonly post: (run: string, letter: Letter) => Awaitable<void>;
  /**
   * Reads what {@link RunLog.keep} put beside the log of a run; `undefined` for a name that it never gave. Throws where
   * it is not what was kept any more.
   */
  readonly artifact: (run: string, name: string) => Awaitable<string | undefined>;
}

/** How to read a run. */
export interface ReadOptions {
  /**
   * Where to begin: with the last snapshot (default); with the first entry, whatever snapshots there are; or where
   * another reading ended, by its {@link StoredLog.next}, which is how to follow a run.
   */
  readonly from?: "snapshot" | "start" | number;
}

/** The log of a run that this process holds the lease of. */
export interface RunLog {
  /** Rises with every lease of this run. */
  readonly fence: number;
  /**
   * Appends one line, without its newline: JSON of an object. Throws when it cannot, and also when somebody else has
   * taken the lease (`POLYGLAV_LEASE_LOST`): once they have opened the log, not a byte of this one gets into it.
   */
  readonly append: (line: string) => void;
  /**
   * Resolves when all that was appended is as safe as the durability of the store promises. Those who wait at the same
   * time wait for one write. `undefined` where there is nothing to wait for.
   */
  readonly commit: () => Promise<void> | undefined;
  /** Keeps a state that the log of now folds to, so that the next start reads only what came after. */
  readonly snapshot: (state: string) => void;
  /** Keeps a large text beside the log and gives its name, which says nothing about where that is. The same text has one name. */
  readonly keep: (text: string) => Awaitable<string>;
  /**
   * Calls with each letter, those that wait first and at once, in the order in which they were posted; until the log is
   * closed. To be called once; `read` must not throw. Waiting for letters keeps no process alive.
   */
  readonly letters: (read: (letter: Letter) => void) => void;
  /** Takes a letter out, when what it says is in the log. */
  readonly discard: (id: string) => void;
  /** Gives the lease back. Nothing throws after it but `append`. */
  readonly close: () => Awaitable<void>;
}

/** What is in a log. */
export interface StoredLog {
  /** The last state that was kept, and the lines after it; all lines where none was. */
  readonly snapshot?: string;
  /** JSON, parsed, in order; each is an object. A torn last line is not among them. */
  readonly entries: readonly Readonly<Record<string, unknown>>[];
  /** Where this reading ended, see {@link ReadOptions.from}. It says something to the same store only. */
  readonly next: number;
  /** What was wrong, such as a last line that was never finished. A broken line before the last is an error. */
  readonly problems: readonly LogProblem[];
  /** Who writes it now, if anybody does. */
  readonly holder?: Holder;
}

export interface LogProblem {
  readonly code: "log/torn-line" | "log/broken-line" | "log/broken-snapshot" | "log/unreadable";
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

export interface OpenedLog extends StoredLog {
  readonly log: RunLog;
}

/** Who holds a lease. */
export interface Holder {
  readonly fence: number;
  readonly pid?: number;
  readonly host?: string;
}

export interface RunSummary {
  readonly run: string;
  /** When the log was begun, and last written, in milliseconds since 1970. */
  readonly began: number;
  readonly changed: number;
  readonly holder?: Holder;
}

/** What somebody without the lease wants of a run. */
export interface Letter {
  /** Never the same twice: a letter that is read again is known by it. */
  readonly id: string;
  /** Plain data, checked by who reads it. */
  readonly says: unknown;
}

export type RunStoreCode =
  /** Another process holds the lease, and lives. */
  | "POLYGLAV_RUN_HELD"
  | "POLYGLAV_UNKNOWN_RUN"
  | "POLYGLAV_RUN_EXISTS"
  /** Somebody else took the lease while this process slept. */
  | "POLYGLAV_LEASE_LOST"
  /** What is there cannot be read, or not be gone on with. */
  | "POLYGLAV_RUN_BROKEN"
  /** The disk refuses. */
  | "POLYGLAV_RUN_FOLDER";
