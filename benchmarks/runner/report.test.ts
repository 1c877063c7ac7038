import { describe, expect, test } from "vitest";
import type { Benchmark } from "./benchmark.ts";
import { FAST, measured, resultsOf, SLOW, suiteOf } from "./example.fixture.ts";
import { shortNumber, shortRatio, table, toJson, toText } from "./report.ts";

const suite = suiteOf({ aims: [{ case: "work fast", subject: "polyglav", value: 5e6 }] });
const benchmark: Benchmark = { name: "example", about: "nothing", packages: [], suites: [suite] };
const results = [
  ...resultsOf(suite, FAST, {
    polyglav: measured(6_100_000),
    able: measured(5_000_000),
    meek: { kind: "disagrees", why: 'it answers ask to "x", and deny is right' },
    floor: measured(20_000_000),
  }),
  ...resultsOf(suite, SLOW, {
    polyglav: measured(999.5),
    able: { kind: "over-limit", limitMs: 1_500 },
    meek: measured(1_000),
  }),
];

test("toJson() prints one object on one line", () => {
  const text = toJson(benchmark, "v24.0.0", results);
  expect(text).not.toContain("\n");
  expect(JSON.parse(text)).toEqual({
    name: "example",
    node: "v24.0.0",
    rows: [
      ["work fast", "polyglav", 6_100_000, 1.22],
      ["work fast", "able", 5_000_000, 1],
      ["work fast", "floor", 20_000_000, null],
      ["work slow", "polyglav", 999.5, 0.9995],
      ["work slow", "meek", 1_000, 1],
    ].map(([work, subject, value, ratioToBestPeer]) => ({
      case: work,
      subject,
      value,
      unit: "pieces per CPU-second",
      ratioToBestPeer,
    })),
  });
});

test("toText() shows figures, ratios, aims, and why a figure is missing", () => {
  expect(toText("example: nothing", results)).toMatchInlineSnapshot(`
    "example: nothing

    work: pieces per CPU-second, more is better

    | subject           |   fast | slow |
    | ----------------- | -----: | ---: |
    | polyglav          |  6.10M | 1.0k |
    | able              |  5.00M |  n/a |
    | meek              |    n/a | 1.0k |
    | floor (reference) | 20.00M |      |

    Ratio to the best peer, 1 or more means at least as good:

    |           | fast | slow |
    | --------- | ---: | ---: |
    | polyglav  | 1.22 | 0.99 |
    | best peer | able | meek |

    - aim of polyglav, work fast: at least 5.00M; 6.10M, reached

    - meek, work fast: no figure, because it disagrees: it answers ask to "x", and deny is right
    - able, work slow: no figure within 1.5 s, building and checking included"
  `);
});

test("toText() compares nothing where there is no peer", () => {
  expect(toText("alone", resultsOf(suiteOf(), FAST, { polyglav: measured(1) }))).toBe(
    "alone\n\nwork: pieces per CPU-second, more is better\n\n| subject  | fast |\n| -------- | ---: |\n| polyglav |    1 |",
  );
});

describe("shortNumber()", () => {
  test.each([
    [24_312_345, "24.31M"],
    [999_999, "1.00M"],
    [999_960, "1.00M"],
    [705_812, "705.8k"],
    [1_000, "1.0k"],
    [999.5, "1.0k"],
    [999.4, "999"],
    [59.31, "59.3"],
    [9.996, "10.0"],
    [0.349, "0.35"],
    [51, "51"],
    [0, "0"],
  ])("words %d as %s", (value, text) => {
    expect(shortNumber(value)).toBe(text);
  });
});

describe("shortRatio()", () => {
  test.each([
    [0.999_99, "0.99"],
    [1, "1.00"],
    [1.16, "1.16"],
    [4.999, "4.99"],
    [123.9, "123"],
  ])("cuts %d off to %s", (ratio, text) => {
    expect(shortRatio(ratio)).toBe(text);
  });
});

test("table() pads like prettier, also columns that are narrower than their rule", () => {
  expect(table(["a", "b"], [["one", "1"], ["two"]])).toBe(
    ["| a   |   b |", "| --- | --: |", "| one |   1 |", "| two |     |"].join("\n"),
  );
});
