import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isAlive, readMark } from "../../file/process-mark.ts";
import { readEntry } from "../../store/log-line.ts";
import type { Holder } from "../../store/run-store.ts";

/** A row of `runs`, as far as it was asked for. */
export interface RunRow {
  readonly key: number;
  readonly run: string;
  readonly began: number;
  readonly fence: number;
  readonly holder: string | undefined;
  readonly renewed: number;
  readonly snapshot: string | undefined;
  readonly snapshotAt: number;
}

type Row = Readonly<Record<string, unknown>>;

/** The statements that are used again and again, by what they do. */
export interface Tables {
  readonly database: DatabaseSync;
  readonly append: StatementSync;
  readonly held: StatementSync;
  readonly lines: StatementSync;
  readonly lettersAfter: StatementSync;
  readonly version: StatementSync;
  readonly find: (run: string) => RunRow | undefined;
}

export function tablesOf(database: DatabaseSync): Tables {
  const byName = database.prepare("SELECT * FROM runs WHERE run = ?");
  return {
    database,
    // One statement: between looking whether the lease is ours and writing nobody can take it.
    append: database.prepare(
      "INSERT INTO lines SELECT key, ?, ?, ? FROM runs WHERE key = ? AND fence = ? AND holder IS NOT NULL",
    ),
    held: database.prepare("SELECT 1 FROM runs WHERE key = ? AND fence = ? AND holder IS NOT NULL"),
    lines: database.prepare("SELECT n, line FROM lines WHERE key = ? AND n > ? ORDER BY n"),
    lettersAfter: database.prepare("SELECT seq, letter FROM letters WHERE key = ? AND seq > ? ORDER BY seq"),
    version: database.prepare("PRAGMA data_version"),
    find: (run) => rowOf(byName.get(run)),
  };
}

/** Reads a row; the columns have their types by the tables. */
export function rowOf(row: Row | undefined): RunRow | undefined {
  if (row === undefined) return undefined;
  return {
    key: numberIn(row, "key"),
    run: textIn(row, "run") ?? "",
    began: numberIn(row, "began"),
    fence: numberIn(row, "fence"),
    holder: textIn(row, "holder"),
    renewed: numberIn(row, "renewed"),
    snapshot: textIn(row, "snapshot"),
    snapshotAt: numberIn(row, "snapshot_at"),
  };
}

export const textIn = (row: Row, column: string): string | undefined => {
  const value = row[column];
  return typeof value === "string" ? value : undefined;
};

export const numberIn = (row: Row, column: string): number => Number(row[column]);

/** Gives who holds a run; `undefined` when nobody does, or whoever did is dead. */
export function holderIn({ fence, holder, renewed }: RunRow): Holder | undefined {
  if (holder === undefined) return undefined;
  const mark = readMark(readEntry(holder) ?? {});
  // What cannot be read is nobody's.
  if (mark === undefined || !isAlive(mark, () => Date.now() - renewed)) return undefined;
  return { fence, pid: mark.pid, host: mark.host };
}
