import { describe, expect, it } from "vitest";
import { Books } from "./books.ts";
import type { StoreRecord } from "./record.ts";
import { askOf, grantOf } from "./store.suite.ts";

/** Books of records that several wrote without having seen what the others wrote, and which of them took effect. */
function booksOf(...records: readonly StoreRecord[]): { readonly books: Books; readonly effects: readonly boolean[] } {
  const books = new Books();
  return { books, effects: records.map((record) => books.apply(record)) };
}

const put: StoreRecord = { do: "put", grant: grantOf("g1") };
const claim = (call: string): StoreRecord => ({ do: "claim", grant: "g1", call });
const start = (call: string): StoreRecord => ({ do: "start", grant: "g1", call });
const release = (call: string): StoreRecord => ({ do: "release", grant: "g1", call });
const cancelled = (mark: string): StoreRecord => ({ do: "close", ask: "a1", end: { how: "cancelled" }, mark });

describe("Books", () => {
  it("gives a one-shot to the first who claims it", () => {
    const { books, effects } = booksOf(put, claim("c1"), claim("c2"), claim("c1"));
    expect(effects).toEqual([true, true, false, false]);
    expect(books.claimOf("g1")).toEqual({ call: "c1", isStarted: false });
  });

  it("lets nobody start or give back what another has claimed", () => {
    const { books, effects } = booksOf(put, start("c1"), release("c1"), claim("c1"), start("c2"), release("c2"));
    expect(effects).toEqual([true, false, false, true, false, false]);
    expect(books.claimOf("g1")).toEqual({ call: "c1", isStarted: false });
  });

  it("lets the first of a start and a release decide, where both come from the same call", () => {
    expect(booksOf(put, claim("c1"), start("c1"), release("c1"), start("c1")).effects).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    const { books, effects } = booksOf(put, claim("c1"), release("c1"), start("c1"), release("c1"));
    expect(effects).toEqual([true, true, true, false, false]);
    expect(books.unused()).toEqual([grantOf("g1")]);
  });

  it("knows nothing of grants that are over, or were never there", () => {
    for (const end of [
      { do: "revoke", grant: "g1" },
      { do: "expire", grant: "g1" },
      { do: "forget", holder: "r1" },
    ] as const) {
      expect(booksOf(put, end, claim("c1"), put, end).effects).toEqual([true, true, false, false, false]);
    }
    expect(booksOf(claim("c1"), start("c1"), release("c1"), { do: "revoke", grant: "g1" }).effects).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("never claims what stands", () => {
    const { effects } = booksOf({ do: "put", grant: grantOf("g1", { uses: "run" }) }, claim("c1"), start("c1"));
    expect(effects).toEqual([true, false, false]);
  });

  it("closes an ask for the first, and takes only its grant", () => {
    const yes = (grant: string): StoreRecord => ({
      do: "close",
      ask: "a1",
      end: { how: "answered", answer: { say: "once" }, by: "operator", grant: grantOf(grant) },
      mark: grant,
    });
    const { books, effects } = booksOf(
      cancelled("early"),
      { do: "ask", ask: askOf("a1") },
      yes("g1"),
      yes("g2"),
      cancelled("late"),
    );
    expect(effects).toEqual([false, true, true, false, false]);
    expect(books.unused().map(({ id }) => id)).toEqual(["g1"]);
    expect(booksOf({ do: "ask", ask: askOf("a1") }, cancelled("first"), yes("g1")).books.unused()).toEqual([]);
  });
});
