import { expect, test } from "vitest";
import type { Row } from "../runner/benchmark.ts";
import { sharesOf, sharesText } from "./shares.ts";

const rowsOf = (name: string, values: Readonly<Record<string, number>>): readonly Row[] =>
  Object.entries(values).map(([subject, value]) => ({
    case: name,
    subject,
    value,
    unit: "µs of CPU time each",
    ratioToBestPeer: null,
  }));

const WHOLE = { polyglav: 0.5, "polyglav-memory": 0.4, "model-step": 0.1, floor: 0.05, ai7: 9 };

test("each part is what it takes more than the one before, and all of them are the whole", () => {
  const [one] = sharesOf(rowsOf("cpu single", WHOLE));
  expect(one).toMatchObject({ case: "single", us: 0.5 });
  expect(one?.parts.map(({ part }) => part)).toEqual(["loop", "SDK", "kernel", "log"]);
  for (const [index, us] of [0.05, 0.05, 0.3, 0.1].entries()) expect(one?.parts[index]?.us).toBeCloseTo(us);
  expect(one?.parts.reduce((sum, { us }) => sum + us, 0)).toBeCloseTo(0.5);
});

test("what is no CPU time, or lacks a part, is left out", () => {
  expect(sharesOf(rowsOf("wall single", WHOLE))).toEqual([]);
  expect(sharesOf(rowsOf("cpu single", { polyglav: 1, floor: 1 }))).toEqual([]);
});

test("a part that is less than nothing shows as that", () => {
  const text = sharesText(sharesOf(rowsOf("cpu fan20", { ...WHOLE, "polyglav-memory": 0.6 })));
  expect(text).toContain("-0.10 (-20 %)");
});
