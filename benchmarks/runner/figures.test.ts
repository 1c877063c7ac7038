import { describe, expect, test } from "vitest";
import { FAST, measured, resultsOf, SLOW, suiteOf } from "./example.fixture.ts";
import { hasFailed, median, ratioTo, rowsOf } from "./figures.ts";

describe("rowsOf()", () => {
  test("holds ours and peers against the best peer, and never a reference", () => {
    const outcomes = { polyglav: measured(30), able: measured(20), meek: measured(5), floor: measured(90) };
    const rows = rowsOf(resultsOf(suiteOf(), FAST, outcomes));
    expect(rows.map(({ subject, ratioToBestPeer }) => [subject, ratioToBestPeer])).toEqual([
      ["polyglav", 1.5],
      ["able", 1],
      ["meek", 0.25],
      ["floor", null],
    ]);
    expect(rows[0]).toEqual({
      case: "work fast",
      subject: "polyglav",
      value: 30,
      unit: "pieces per CPU-second",
      ratioToBestPeer: 1.5,
    });
  });

  test("a ratio of 1 or more is good also where less is better", () => {
    const suite = suiteOf({ better: "less" });
    const rows = rowsOf(resultsOf(suite, FAST, { polyglav: measured(10), able: measured(20), meek: measured(40) }));
    expect(rows.map(({ ratioToBestPeer }) => ratioToBestPeer)).toEqual([2, 1, 0.5]);
  });

  test("one that disagrees has no row and is no best peer", () => {
    const rows = rowsOf(
      resultsOf(suiteOf(), FAST, {
        polyglav: measured(10),
        able: { kind: "disagrees", why: "it says no" },
        meek: measured(5),
      }),
    );
    expect(rows.map(({ subject, ratioToBestPeer }) => [subject, ratioToBestPeer])).toEqual([
      ["polyglav", 2],
      ["meek", 1],
    ]);
  });

  test("without a peer there is no ratio", () => {
    const [row] = rowsOf(resultsOf(suiteOf(), FAST, { polyglav: measured(10), floor: measured(20) }));
    expect(row?.ratioToBestPeer).toBeNull();
  });

  test("cases are compared each for itself", () => {
    const suite = suiteOf();
    const rows = rowsOf([
      ...resultsOf(suite, FAST, { polyglav: measured(10), able: measured(10) }),
      ...resultsOf(suite, SLOW, { polyglav: measured(1), able: measured(2) }),
    ]);
    expect(rows.map(({ ratioToBestPeer }) => ratioToBestPeer)).toEqual([1, 1, 0.5, 1]);
  });
});

describe("hasFailed()", () => {
  const fails = (outcomes: Parameters<typeof resultsOf>[2]): boolean => hasFailed(resultsOf(suiteOf(), FAST, outcomes));

  test("a run of figures has not, whatever they are", () => {
    expect(fails({ polyglav: measured(1), able: measured(100) })).toBe(false);
  });

  test("anybody who disagrees or breaks makes it fail", () => {
    expect(fails({ polyglav: measured(1), able: { kind: "disagrees", why: "" } })).toBe(true);
    expect(fails({ polyglav: measured(1), floor: { kind: "failed", why: "" } })).toBe(true);
  });

  test("a peer may be too slow, ours may not", () => {
    expect(fails({ polyglav: measured(1), able: { kind: "over-limit", limitMs: 1 } })).toBe(false);
    expect(fails({ polyglav: { kind: "over-limit", limitMs: 1 }, able: measured(1) })).toBe(true);
  });
});

test("ratioTo() says how many times as good the first is", () => {
  expect(ratioTo("more", 10, 5)).toBe(2);
  expect(ratioTo("less", 10, 5)).toBe(0.5);
});

test("median() takes the middle by size, not by place or by letters", () => {
  expect(median([100, 2, 30])).toBe(30);
  expect(median([1, 2, 3, 10])).toBe(3);
  expect(() => median([])).toThrow(RangeError);
});
