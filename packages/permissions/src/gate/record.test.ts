import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRecord, type StoreRecord } from "./record.ts";
import { askOf, grantOf } from "./store.suite.ts";

const RECORDS: readonly StoreRecord[] = [
  { do: "put", grant: grantOf("g1") },
  { do: "put", grant: grantOf("g2", { uses: "session", holder: { chain: ["a"] }, until: 5, approver: { id: "x" } }) },
  { do: "put", grant: grantOf("g3", { covers: { kind: "pattern", category: "bash", pattern: "ls **" } }) },
  {
    do: "put",
    grant: grantOf("g4", {
      covers: {
        kind: "request",
        tool: "t",
        actions: [{ category: "bash", resource: ["a"] }],
        advice: [{ atMost: "ask", why: "w" }],
      },
    }),
  },
  { do: "claim", grant: "g1", call: "c" },
  { do: "start", grant: "g1", call: "c" },
  { do: "release", grant: "g1", call: "c" },
  { do: "revoke", grant: "g1" },
  { do: "expire", grant: "g1" },
  { do: "forget", holder: "r1" },
  { do: "ask", ask: askOf("a1") },
  { do: "ask", ask: askOf("a2", { call: "c1", question: "Why?", deadline: 7, to: { id: "lead" } }) },
  { do: "close", ask: "a1", end: { how: "cancelled" }, mark: "m" },
  { do: "close", ask: "a1", end: { how: "lost", because: "gone" }, mark: "m" },
  {
    do: "close",
    ask: "a1",
    end: { how: "answered", answer: { say: "deny", because: "no" }, by: "operator" },
    mark: "m",
  },
  {
    do: "close",
    ask: "a1",
    end: { how: "answered", answer: { say: "run", pattern: "x", until: 3 }, by: { id: "l" }, grant: grantOf("g5") },
    mark: "m",
  },
];

describe("readRecord", () => {
  it("reads what was written, as it was (L20)", () => {
    for (const record of RECORDS) expect(readRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
  });

  it("reads nothing else, and never throws", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (given) => {
        expect(readRecord(given)).toBeUndefined();
      }),
    );
  });

  it("reads no record that lost a part or has one of another type", () => {
    const spoiled = (value: object): object[] =>
      Object.entries(value).flatMap(([key, part]: [string, unknown]) => [
        { ...value, [key]: undefined },
        { ...value, [key]: { strange: true } },
        ...(typeof part === "object" && part !== null && !Array.isArray(part)
          ? spoiled(part).map((deeper) => ({ ...value, [key]: deeper }))
          : []),
      ]);
    // These may be left out, or are only shown.
    const OPTIONAL = /"(until|role|call|question|deadline|summary|tool|because|advice|pattern|grant|source)"/;
    for (const record of RECORDS) {
      for (const each of spoiled(record)) {
        const before = JSON.stringify(record);
        const after = JSON.stringify(each);
        const lost = [...before.matchAll(/"(\w+)":/g)].map(([key]) => key).filter((key) => !after.includes(key));
        if (readRecord(JSON.parse(after)) !== undefined) expect(lost.join(), after).toMatch(OPTIONAL);
      }
    }
  });

  it("reads no ask whose digest is not that of its request, holder and scope", () => {
    const ask = askOf("a1");
    for (const change of [
      { holder: "r2" },
      { scope: "category" },
      { digest: "" },
      { request: { ...ask.request, tool: "other" } },
      { request: { ...ask.request, actions: [{ category: "bash", resource: ["rm"] }] } },
      { request: { ...ask.request, advice: [{ atMost: "ask", why: "secret" }] } },
    ]) {
      expect(readRecord({ do: "ask", ask: { ...ask, ...change } })).toBeUndefined();
    }
    expect(readRecord({ do: "ask", ask })).toEqual({ do: "ask", ask });
  });
});
