import { createHash } from "node:crypto";
import { atExit } from "../../file/at-exit.ts";
import type { Durability } from "../../file/line-writer.ts";
import { RENEW_MS } from "../../file/lease.ts";
import { readLetter } from "../../store/letter-text.ts";
import { checkLine } from "../../store/log-line.ts";
import type { Letter, RunLog } from "../../store/run-store.ts";
import { leaseLost } from "../../store/run-store-error.ts";
import { inTransaction } from "./open-database.ts";
import { sqliteError } from "./sqlite-error.ts";
import { numberIn, type Tables, textIn } from "./tables.ts";

/** What the log of a run is opened with. */
export interface SqliteLogOptions {
  readonly tables: Tables;
  readonly durability: Durability;
  readonly run: string;
  readonly key: number;
  readonly fence: number;
  /** The number of its last line. */
  readonly last: number;
  /** Waits until all that was written is on the disk, together with others. */
  readonly sync: () => Promise<void> | undefined;
  /** To be called after each write. */
  readonly onWrite: () => void;
  /** Takes what is to be called when somebody here has posted a letter to the run; gives what takes that back. */
  readonly onPost: (run: string, look: () => void) => () => void;
}

/** How often the database is asked for letters of other processes, in milliseconds. */
const POLL_MS = 50;
const MOST_KEPT = 256;

/** The log of a run in a database, for the one who has its lease. */
export function sqliteLog(options: SqliteLogOptions): RunLog {
  const { tables, durability, run, key, fence, sync, onWrite, onPost } = options;
  const { database } = tables;
  const name = `the log of the run "${run}"`;
  let { last } = options;
  let isOpen = true;
  let kept: string[] = [];
  const closers: (() => void)[] = [];

  const guarded = <T>(what: string, act: () => T): T => {
    try {
      return act();
    } catch (cause) {
      throw sqliteError(what, cause);
    }
  };
  const isHeld = (): boolean => tables.held.get(key, fence) !== undefined;
  const insert = (line: string): void => {
    if (tables.append.run(last + 1, Date.now(), line, key, fence).changes === 0) throw leaseLost(run);
    last += 1;
    onWrite();
  };
  const flush = (): void => {
    if (kept.length === 0) return;
    const before = last;
    try {
      guarded(`Cannot write to ${name}`, () => {
        inTransaction(database, () => {
          for (const line of kept) insert(line);
        });
      });
    } catch (cause) {
      last = before;
      throw cause;
    }
    kept = [];
  };
  const commit = (): Promise<void> | undefined => {
    flush();
    return durability === "sync" ? sync() : undefined;
  };
  const giveBack = (): void => {
    database.prepare("UPDATE runs SET holder = NULL WHERE key = ? AND fence = ?").run(key, fence);
  };
  const renewal = setInterval(() => {
    try {
      database.prepare("UPDATE runs SET renewed = ? WHERE key = ? AND fence = ?").run(Date.now(), key, fence);
    } catch {
      // SQLITE_BUSY, SQLITE_FULL: writing the log will meet it, too, and say so.
    }
  }, RENEW_MS).unref();
  closers.push(() => {
    clearInterval(renewal);
  });
  if (durability === "exit") closers.push(atExit(flush));

  return {
    fence,
    append(line) {
      if (!isOpen) throw new TypeError(`Cannot append to ${name}: it is closed`);
      checkLine(name, line);
      if (durability !== "exit") {
        guarded(`Cannot write to ${name}`, () => {
          insert(line);
        });
        return;
      }
      if (!isHeld()) throw leaseLost(run);
      kept.push(line);
      if (kept.length >= MOST_KEPT) flush();
    },
    commit: () => (isOpen ? commit() : undefined),
    snapshot(state) {
      if (!isOpen) return;
      guarded(`Cannot keep a snapshot of ${name}`, () => {
        flush();
        database
          .prepare("UPDATE runs SET snapshot = ?, snapshot_at = ? WHERE key = ? AND fence = ? AND holder IS NOT NULL")
          .run(state, last, key, fence);
      });
    },
    keep(text) {
      const artifact = createHash("sha256").update(text).digest("hex");
      guarded(`Cannot keep an artifact beside ${name}`, () => {
        database.prepare("INSERT OR REPLACE INTO artifacts VALUES (?, ?, ?)").run(key, artifact, text);
      });
      onWrite();
      const pending = durability === "sync" ? sync() : undefined;
      return pending === undefined ? artifact : pending.then(() => artifact);
    },
    letters(to) {
      if (!isOpen) return;
      watchLetters(tables, key, to, closers, (look) => onPost(run, look));
    },
    discard(id) {
      if (!isOpen) return;
      guarded(`Cannot discard a letter of the run "${run}"`, () => {
        database
          .prepare(
            "DELETE FROM letters WHERE key = ? AND id = ? AND EXISTS (SELECT 1 FROM runs WHERE key = letters.key AND fence = ?)",
          )
          .run(key, id, fence);
      });
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      for (const close of closers.splice(0)) close();
      try {
        await commit();
      } finally {
        guarded(`Cannot give back the run "${run}"`, giveBack);
      }
    },
  };
}

/** Calls with the letters of a run, those of now and those that come, until it is closed. Keeps no process alive. */
function watchLetters(
  { lettersAfter, version }: Tables,
  key: number,
  to: (letter: Letter) => void,
  closers: (() => void)[],
  onPost: (look: () => void) => () => void,
): void {
  const ids = new Set<string>();
  let seen = 0;
  const end = new AbortController();
  const isEnded = (): boolean => end.signal.aborted;
  closers.push(() => {
    end.abort();
  });
  const look = (): void => {
    if (isEnded()) return;
    for (const row of lettersAfter.all(key, seen)) {
      // The one who reads a letter may close the log.
      if (isEnded()) return;
      seen = numberIn(row, "seq");
      const letter = readLetter(textIn(row, "letter") ?? "");
      if (letter === undefined || ids.has(letter.id)) continue;
      ids.add(letter.id);
      to(letter);
    }
  };
  const versionOf = (): number => numberIn(version.get() ?? {}, "data_version");
  let known = versionOf();
  look();
  if (isEnded()) return;
  const poll = setInterval(() => {
    try {
      // It rises when another connection has written.
      const now = versionOf();
      if (now === known) return;
      known = now;
      look();
    } catch {
      // SQLITE_BUSY: the next look finds them.
    }
  }, POLL_MS).unref();
  closers.push(() => {
    clearInterval(poll);
  }, onPost(look));
}
