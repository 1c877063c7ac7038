import { expect, test } from "vitest";
import { parseDuration } from "./duration.ts";

test.each([
  ["500ms", 500],
  ["30s", 30_000],
  ["5m", 300_000],
  ["1.5h", 5_400_000],
  ["0.001s", 1],
])("%s is %d milliseconds", (written, ms) => {
  expect(parseDuration(written)).toBe(ms);
});

test.each([
  "",
  "5",
  "s",
  "-1s",
  "1 s",
  "1d",
  "1e3s",
  "0s",
  "0.0001ms",
  "5M",
  "1.s",
  ".5s",
  "999h",
  "1s1s",
  "Infinitys",
  "１s",
])("%j is no time", (written) => {
  expect(parseDuration(written)).toBeUndefined();
});

test("the longest time is what a timer can hold", () => {
  expect(parseDuration("2147483647ms")).toBe(2_147_483_647);
  expect(parseDuration("2147483648ms")).toBeUndefined();
});
