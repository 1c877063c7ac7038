import { expect, test } from "vitest";
import { displayAge, displayDate, displayTime, displayTokens, displayUsage } from "./amounts.ts";

test.each([
  [0, "0.0s"],
  [-5, "0.0s"],
  [449, "0.4s"],
  [9_949, "9.9s"],
  [12_400, "12s"],
  [59_499, "59s"],
  [59_600, "1m 00s"],
  [185_000, "3m 05s"],
])("%d milliseconds show as %s", (ms, shown) => {
  expect(displayTime(ms)).toBe(shown);
});

const usage = (inputTokens: number, unknown = 0) => ({
  inputTokens,
  outputTokens: 0,
  cachedTokens: 0,
  cost: 0,
  calls: 1,
  unknown,
  unpriced: 1,
});

test.each([
  [usage(1), "1 token"],
  [usage(999), "999 tokens"],
  [usage(1_234), "1.2k tokens"],
  [usage(123_456), "123k tokens"],
  [usage(1_500_000), "1.5M tokens"],
  [usage(20, 1), "at least 20 tokens"],
  [usage(0, 2), "tokens not reported"],
  [usage(0), "0 tokens"],
])("%j shows as %s", (given, shown) => {
  expect(displayTokens(given)).toBe(shown);
});

test.each([
  [{ ...usage(10), cost: 0, unpriced: 1 }, "10 tokens"],
  [{ ...usage(10), cost: 0, unpriced: 0 }, "10 tokens"],
  [{ ...usage(10), cost: 0.00123, unpriced: 0 }, "10 tokens, $0.0012"],
  [{ ...usage(10), cost: 1.5, unpriced: 0 }, "10 tokens, $1.50"],
  [{ ...usage(10), cost: 1.5, unpriced: 2 }, "10 tokens, at least $1.50"],
])("%j with its cost shows as %s", (given, shown) => {
  expect(displayUsage(given)).toBe(shown);
});

test.each([
  [-5, "0s ago"],
  [59_400, "59s ago"],
  [60_000, "1m ago"],
  [3_600_000, "1h ago"],
  [47 * 3_600_000, "47h ago"],
  [48 * 3_600_000, "2d ago"],
])("%d milliseconds of age show as %s", (ms, shown) => {
  expect(displayAge(ms)).toBe(shown);
});

test("a date that no calendar holds is still shown", () => {
  expect(displayDate(Date.UTC(2026, 0, 2, 3, 4))).toBe("2026-01-02 03:04 UTC");
  expect(displayDate(1e20)).toBe("100000000000000000000 ms after 1970");
});
