import { createHash } from "node:crypto";
import { groupCommit } from "../../file/group-commit.ts";
import type { Durability } from "../../file/line-writer.ts";
import { ownMark } from "../../file/process-mark.ts";
import { checkRun } from "../../store/check-run.ts";
import { writeLetter } from "../../store/letter-text.ts";
import { entriesOf, problemsOf, readLine } from "../../store/log-line.ts";
import type { ReadOptions, RunLog, RunStore, RunSummary, StoredLog } from "../../store/run-store.ts";
import { artifactBroken, runBroken, runExists, runHeld, unknownRun } from "../../store/run-store-error.ts";
import { type JournalFile, openJournal } from "./journal-file.ts";
import { inTransaction, openDatabase } from "./open-database.ts";
import { sqliteError } from "./sqlite-error.ts";
import { sqliteLog } from "./sqlite-log.ts";
import { holderIn, numberIn, rowOf, type RunRow, type Tables, tablesOf, textIn } from "./tables.ts";

/** How a store in a database works. */
export interface SqliteStoreOptions {
  /** When a line is how safe. Default: `write`. */
  readonly durability?: Durability;
}

/** A store of runs in one file. */
export interface SqliteStore extends RunStore {
  /** Closes the file. Logs that are open are to be closed before; what is called after it opens the file again. */
  readonly close: () => void;
}

/**
 * Keeps all runs in one SQLite database, for those who would rather have one file than a folder per run. It does what
 * `fileStore` does, with the same errors, and several processes may use the file at once, on one machine.
 *
 * The database is opened, and made where it is missing, when it is first needed; it is for the user alone (mode 0600,
 * its folder 0700 when that was missing). It needs `node:sqlite`, which Node has from 22.13 on without a flag.
 *
 * With the durability `write`, a line is in the file when `append` returns, so it survives a process that is killed; with
 * `exit` lines come in larger pieces; with `sync` what was committed also survives a machine that loses power.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { sqliteStore } from "@polyglav/engine/sqlite";
 *
 * const store = sqliteStore(join(mkdtempSync(join(tmpdir(), "runs-")), "runs.sqlite"));
 * const log = await store.create("run-1");
 * log.append('{"n":1}');
 * await log.close();
 *
 * const again = await store.open("run-1");
 * assert.deepEqual(again.entries, [{ n: 1 }]);
 * await again.log.close();
 * store.close();
 * ```
 */
export function sqliteStore(file: string, options: SqliteStoreOptions = {}): SqliteStore {
  const { durability = "write" } = options;
  let opened: Tables | undefined;
  const tables = (): Tables => (opened ??= tablesOf(openDatabase(file)));
  let writes = 0;
  const onWrite = (): void => {
    writes += 1;
  };
  let journal: JournalFile | undefined;
  const sync = groupCommit(
    async () => {
      try {
        await (journal ??= openJournal(file)).sync();
      } catch (cause) {
        throw sqliteError(`Cannot write to the database of runs "${file}"`, cause);
      }
    },
    () => writes,
    0,
  );
  const posts = new Map<string, Set<() => void>>();
  const onPost = (run: string, look: () => void): (() => void) => {
    const looks = posts.get(run) ?? new Set();
    posts.set(run, looks.add(look));
    return () => {
      looks.delete(look);
      if (looks.size === 0) posts.delete(run);
    };
  };
  const safely = <T>(what: string, act: (tables: Tables) => T): T => {
    try {
      return act(tables());
    } catch (cause) {
      if (cause instanceof RangeError) throw cause;
      throw sqliteError(what, cause);
    }
  };
  const logOf = (open: Tables, { run, key, fence }: RunRow, last: number): RunLog =>
    sqliteLog({ tables: open, durability, run, key, fence, last, sync, onWrite, onPost });

  return {
    create(run) {
      checkRun(run);
      const what = `Cannot make the log of the run "${run}"`;
      const log = safely(what, (open) => {
        const row = inTransaction(open.database, (database) => {
          if (open.find(run) !== undefined) throw runExists(what);
          const now = Date.now();
          database
            .prepare("INSERT INTO runs (run, began, fence, holder, renewed) VALUES (?, ?, 1, ?, ?)")
            .run(run, now, JSON.stringify(ownMark()), now);
          return found(open, run);
        });
        return logOf(open, row, 0);
      });
      onWrite();
      const pending = durability === "sync" ? sync() : undefined;
      return pending === undefined ? log : pending.then(() => log);
    },
    open(run) {
      checkRun(run);
      return safely(`Cannot open the log of the run "${run}"`, (open) => {
        const { row, stored } = inTransaction(open.database, (database) => {
          const before = found(open, run);
          const holder = holderIn(before);
          if (holder !== undefined) throw runHeld(run, holder);
          const content = readRun(open, before, "snapshot");
          if (content.problems.length > 0) throw runBroken(run, content.problems);
          database
            .prepare("UPDATE runs SET fence = fence + 1, holder = ?, renewed = ? WHERE key = ?")
            .run(JSON.stringify(ownMark()), Date.now(), before.key);
          return { row: found(open, run), stored: content };
        });
        return { ...stored, log: logOf(open, row, stored.next) };
      });
    },
    read(run, { from = "snapshot" } = {}) {
      checkRun(run);
      return safely(`Cannot read the log of the run "${run}"`, (open) => {
        const row = open.find(run);
        if (row === undefined) return undefined;
        const holder = holderIn(row);
        return { ...readRun(open, row, from), ...(holder === undefined ? {} : { holder }) };
      });
    },
    list: () =>
      safely(`Cannot list the runs of "${file}"`, ({ database }) =>
        database
          .prepare(
            `SELECT runs.*, (SELECT t FROM lines WHERE lines.key = runs.key ORDER BY n DESC LIMIT 1) AS changed
             FROM runs ORDER BY began, key`,
          )
          .all()
          .flatMap(summaryOf),
      ),
    post(run, letter) {
      checkRun(run);
      const text = writeLetter(letter);
      safely(`Cannot post a letter to the run "${run}"`, (open) => {
        const { key } = found(open, run);
        open.database.prepare("INSERT INTO letters (key, id, letter) VALUES (?, ?, ?)").run(key, letter.id, text);
      });
      onWrite();
      // The one who posts is not to find itself inside of the one who reads.
      for (const look of posts.get(run) ?? []) queueMicrotask(look);
      return durability === "sync" ? sync() : undefined;
    },
    artifact(run, name) {
      checkRun(run);
      return safely(`Cannot read the artifact "${name}"`, (open) => {
        const key = open.find(run)?.key;
        if (key === undefined) return undefined;
        const row = open.database.prepare("SELECT text FROM artifacts WHERE key = ? AND name = ?").get(key, name);
        const text = row === undefined ? undefined : textIn(row, "text");
        if (text !== undefined && createHash("sha256").update(text).digest("hex") !== name)
          throw artifactBroken(run, name);
        return text;
      });
    },
    close() {
      journal?.close();
      journal = undefined;
      opened?.database.close();
      opened = undefined;
    },
  };
}

function found(tables: Tables, run: string): RunRow {
  const row = tables.find(run);
  if (row === undefined) throw unknownRun(run);
  return row;
}

function readRun({ lines }: Tables, row: RunRow, from: ReadOptions["from"]): StoredLog {
  const snapshot = from === "snapshot" ? row.snapshot : undefined;
  const after = typeof from === "number" ? from : snapshot === undefined ? 0 : row.snapshotAt;
  const rows = lines.all(row.key, after).map((line) => ({ n: numberIn(line, "n"), text: textIn(line, "line") ?? "" }));
  const read = rows.map(({ n, text }) => readLine(text, n));
  return {
    ...(snapshot === undefined ? {} : { snapshot }),
    entries: entriesOf(read),
    problems: problemsOf(read),
    next: rows.at(-1)?.n ?? after,
  };
}

function summaryOf(row: Readonly<Record<string, unknown>>): readonly RunSummary[] {
  const read = rowOf(row);
  if (read === undefined) return [];
  const holder = holderIn(read);
  const { run, began } = read;
  const changed = numberIn(row, "changed") || began;
  return [{ run, began, changed, ...(holder === undefined ? {} : { holder }) }];
}
