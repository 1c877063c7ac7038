import { Books, isOver } from "./books.ts";
import { freezeDeep, type StoreRecord } from "./record.ts";
import type { SyncStore } from "./store.ts";
import { uniqueNames } from "./unique.ts";

/** What a store is kept in: a list of records that only grows, in one order that is the same for everybody. */
export interface StoreJournal {
  /** Adds a record to the end, so that it is still there after a crash. Throws when it cannot. */
  readonly append: (record: StoreRecord) => void;
  /** The records that came since the last call, whoever appended them, oldest first. Throws when they cannot be read. */
  readonly read: () => readonly StoreRecord[];
  /** A new id, never the same twice in this journal. */
  readonly id: () => string;
}

/**
 * Makes a store from a journal. To decide who won, it appends what it wants and reads what the journal says in which
 * order: so all processes with the same journal agree, and no operation needs a lock.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { type StoreRecord, storeOn } from "@polyglav/permissions/gate";
 *
 * // A journal in memory. Over a table, append is an insert and read selects what is newer than the last row seen.
 * const records: StoreRecord[] = [];
 * let seen = 0;
 * let ids = 0;
 * const store = storeOn({
 *   append: (record) => void records.push(record),
 *   read: () => records.slice(seen, (seen = records.length)),
 *   id: () => `g${(ids += 1)}`,
 * });
 * const covers = { kind: "category", category: "bash" } as const;
 * store.put({ id: store.id(), holder: "r1", covers, lift: "confirm", approver: "operator", uses: "once" });
 * assert.equal(store.claim("g1", "call 1"), true);
 * assert.equal(store.claim("g1", "call 2"), false);
 * ```
 */
export function storeOn(journal: StoreJournal): SyncStore {
  const books = new Books();
  const marks = uniqueNames();

  /** Reads on; tells whether the record with this mark took effect. */
  function readOn(mark?: string): boolean {
    let hasWon = false;
    for (const record of journal.read()) {
      const tookEffect = books.apply(record);
      if (record.do === "close" && record.mark === mark) hasWon = tookEffect;
    }
    return hasWon;
  }
  function append(record: StoreRecord): boolean {
    journal.append(record);
    return readOn(record.do === "close" ? record.mark : undefined);
  }

  return Object.freeze({
    id: () => journal.id(),
    open(holder, call) {
      readOn();
      return books.usableBy(holder, call);
    },
    put(grant) {
      readOn();
      if (books.hasUsed(grant.id)) return false;
      append({ do: "put", grant: freezeDeep(structuredClone(grant)) });
      return true;
    },
    claim(grant, call) {
      readOn();
      const found = books.grant(grant);
      if (found === undefined) return false;
      if (found.uses !== "once") return true;
      if (books.claimOf(grant) === undefined) append({ do: "claim", grant, call });
      return books.claimOf(grant)?.call === call;
    },
    start(grant, call) {
      readOn();
      const claim = books.claimOf(grant);
      if (claim?.call === call && !claim.isStarted) append({ do: "start", grant, call });
      const now = books.claimOf(grant);
      return now?.call === call && now.isStarted;
    },
    release(grant, call) {
      readOn();
      const claim = books.claimOf(grant);
      if (claim?.call !== call || claim.isStarted) return false;
      append({ do: "release", grant, call });
      return books.grant(grant) !== undefined && books.claimOf(grant)?.call !== call;
    },
    revoke(grant) {
      readOn();
      if (books.grant(grant) === undefined) return false;
      append({ do: "revoke", grant });
      return true;
    },
    forget(holder) {
      readOn();
      const unused = books.unused().filter((grant) => grant.holder === holder);
      if (books.knows(holder)) append({ do: "forget", holder });
      return unused;
    },
    expire(now) {
      readOn();
      const past = books.past(now);
      for (const { id } of past) append({ do: "expire", grant: id });
      return past;
    },
    list(now = Date.now()) {
      readOn();
      return books.unused().filter((grant) => !isOver(grant, now));
    },
    ask(ask) {
      readOn();
      if (books.hasUsed(ask.id)) return false;
      append({ do: "ask", ask });
      return true;
    },
    close(ask, end) {
      readOn();
      return books.openAsk(ask) !== undefined && append({ do: "close", ask, end, mark: marks() });
    },
    asks() {
      readOn();
      return books.openAsks();
    },
    find(call, digest) {
      readOn();
      return books.lastAbout(call, digest);
    },
  } satisfies SyncStore);
}
