/**
 * What a benchmark is, as data: suites of cases and of subjects that are measured on each of them.
 *
 * @module
 */

/** Ours and others on the same work. `bench.ts` in a folder of `benchmarks` makes one. */
export interface Benchmark {
  /** As on the command line; the folder is called so, too. */
  readonly name: string;
  readonly about: string;
  /** The folders below `packages` whose builds are measured. */
  readonly packages: readonly string[];
  readonly suites: readonly Suite[];
}

/** Cases that are measured in one way, so that their figures can stand in one table. */
export interface Suite {
  readonly name: string;
  /** What is counted, such as `decisions per CPU-second`. */
  readonly unit: string;
  /** Which way is good. */
  readonly better: "more" | "less";
  readonly cases: readonly Case[];
  readonly subjects: readonly Subject[];
  readonly effort: { readonly full: Effort; readonly quick: Effort };
  /** What ours wants to reach. Shown beside what it reaches; it decides nothing. */
  readonly aims?: readonly Aim[];
}

/** One piece of work that every subject of a suite gets. */
export interface Case {
  /** Unique in its benchmark. */
  readonly name: string;
  /** The heading of its column. */
  readonly short: string;
  readonly given: Given;
  /** Whether a quick run measures it, too. */
  readonly quick: boolean;
}

/** What a program is told about its case and about itself. */
export type Given = Readonly<Record<string, string | number>>;

/**
 * One thing that is measured: `ours`; a `peer`, which ours is held against; or a `reference`, which says where a limit
 * is (a floor, a bound, a part of ours) and is never compared.
 */
export interface Subject {
  /** Ours is called `polyglav`, or `polyglav-` and the way it is used. */
  readonly name: string;
  readonly kind: "ours" | "peer" | "reference";
  /** The file of the program, which calls `cell`. It runs in a process of its own for every case. */
  readonly program: string;
  /** Told to the program beside what the case gives. */
  readonly given?: Given;
  /** The folder whose package.json names what has to be installed for it. */
  readonly peers?: string;
  readonly nodeFlags?: readonly string[];
  /** Cases that it cannot do, or that would take it minutes. */
  readonly leavesOut?: (work: Case, how: How) => boolean;
}

/** A whole run, or one that is over within two minutes. */
export type How = "full" | "quick";

/** How much time one figure is worth. */
export interface Effort {
  /** Milliseconds of CPU time before the measuring, for the compiler. */
  readonly warmMs: number;
  /** Milliseconds of CPU time that are measured; of wall time where other processes do the work. */
  readonly measureMs: number;
  /** How often each cell is measured anew, in turns with the others; the best counts. */
  readonly rounds: number;
  /** Milliseconds of wall time after which a cell is given up. */
  readonly limitMs: number;
}

/** An aim for one figure of ours. */
export interface Aim {
  readonly case: string;
  readonly subject: string;
  readonly value: number;
}

/** What became of one cell. */
export type Outcome =
  | { readonly kind: "measured"; readonly value: number; readonly note?: string | undefined }
  /** It answers differently from what is right, so its speed means nothing. */
  | { readonly kind: "disagrees"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string }
  | { readonly kind: "over-limit"; readonly limitMs: number };

/** A cell and what became of it. */
export interface Result {
  readonly suite: Suite;
  readonly work: Case;
  readonly subject: Subject;
  readonly outcome: Outcome;
}

/** One figure, as `--json` prints it. */
export interface Row {
  readonly case: string;
  readonly subject: string;
  readonly value: number;
  readonly unit: string;
  /** 1 or more: at least as good as the best peer of this case. `null` for references and where no peer was measured. */
  readonly ratioToBestPeer: number | null;
}
