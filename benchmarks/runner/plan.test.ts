import { describe, expect, test } from "vitest";
import type { Wanted } from "./command-line.ts";
import { FAST, measured, SLOW, subjectOf, suiteOf } from "./example.fixture.ts";
import { better, isWorthRepeating, planCells } from "./plan.ts";

const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  name: "example",
  how: "full",
  json: false,
  cases: [],
  subjects: [],
  ...more,
});
const plan = (more?: Partial<Wanted>, suite = suiteOf()): readonly string[] =>
  planCells([suite], wanted(more)).map(({ work, subject }) => `${work.short} ${subject.name}`);

describe("planCells()", () => {
  test("takes case by case, and in each every subject", () => {
    const subjects = ["polyglav", "able", "meek", "floor"];
    expect(plan()).toEqual(["fast", "slow"].flatMap((work) => subjects.map((subject) => `${work} ${subject}`)));
  });

  test("leaves out what a quick run has no time for", () => {
    expect(plan({ how: "quick", subjects: ["polyglav"] })).toEqual(["fast polyglav"]);
  });

  test("keeps only what a filter names, by a part of the name", () => {
    expect(plan({ cases: ["slow"], subjects: ["poly", "floor"] })).toEqual(["slow polyglav", "slow floor"]);
  });

  test("knows a case by the heading of its column, too", () => {
    const suite = suiteOf({ cases: [{ ...FAST, short: "10r/1d" }, SLOW] });
    expect(plan({ cases: ["10r/"], subjects: ["polyglav"] }, suite)).toEqual(["10r/1d polyglav"]);
  });

  test("asks a subject what it leaves out, and how the run is", () => {
    const slowOnes = subjectOf("slow", "peer", { leavesOut: (work, how) => work === FAST && how === "quick" });
    const suite = suiteOf({ subjects: [slowOnes] });
    expect(plan({}, suite)).toEqual(["fast slow", "slow slow"]);
    expect(plan({ how: "quick" }, suite)).toEqual([]);
  });
});

describe("isWorthRepeating()", () => {
  const cell = (kind: "ours" | "peer", suite = suiteOf()) => ({ suite, work: SLOW, subject: subjectOf("one", kind) });

  test("ours and what is near the best are measured again", () => {
    expect(isWorthRepeating(cell("ours"), measured(1), 1_000)).toBe(true);
    expect(isWorthRepeating(cell("peer"), measured(600), 1_000)).toBe(true);
    expect(isWorthRepeating(cell("peer"), measured(100), 1_000)).toBe(false);
  });

  test("near and far are turned round where less is better", () => {
    const less = suiteOf({ better: "less" });
    expect(isWorthRepeating(cell("peer", less), measured(15), 10)).toBe(true);
    expect(isWorthRepeating(cell("peer", less), measured(100), 10)).toBe(false);
  });

  test("what came to no figure comes to none again", () => {
    expect(isWorthRepeating(cell("ours"), { kind: "over-limit", limitMs: 1 }, 1)).toBe(false);
    expect(isWorthRepeating(cell("ours"), { kind: "disagrees", why: "" }, 1)).toBe(false);
  });
});

describe("better()", () => {
  test("takes the higher figure, or the lower one where less is better", () => {
    expect(better(suiteOf(), measured(1), measured(2))).toEqual(measured(2));
    expect(better(suiteOf(), measured(2), measured(1))).toEqual(measured(2));
    expect(better(suiteOf({ better: "less" }), measured(1), measured(2))).toEqual(measured(1));
    expect(better(suiteOf({ better: "less" }), measured(2), measured(1))).toEqual(measured(1));
  });

  test("one disagreement is enough, and a figure is better than none", () => {
    const wrong = { kind: "disagrees", why: "it says no" } as const;
    const late = { kind: "over-limit", limitMs: 1 } as const;
    expect(better(suiteOf(), measured(1), wrong)).toBe(wrong);
    expect(better(suiteOf(), wrong, measured(1))).toBe(wrong);
    expect(better(suiteOf(), late, measured(1))).toEqual(measured(1));
    expect(better(suiteOf(), measured(1), late)).toEqual(measured(1));
  });
});
