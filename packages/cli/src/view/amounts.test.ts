import { expect, test } from "vitest";
import { displayTime, displayTokens } from "./amounts.ts";

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
