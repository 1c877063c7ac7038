import { expect, test } from "vitest";
import { runOf } from "./find-run.ts";

const IDS = ["20260101-120000-aaaa", "20260101-130000-bbbb", "20260202-130000-aaab"];

test.each([
  ["20260101-120000-aaaa", IDS[0]],
  ["bbbb", IDS[1]],
  ["20260202", IDS[2]],
])("%s is %s", (written, run) => {
  expect(runOf(written, IDS)).toBe(run);
});

test.each([
  ["20260101", /2 begin or end like that/],
  ["last~", /no run "last~"/],
  ["", /no run ""/],
  ["last~-1", /no run/],
  ["bbbc", /no run "bbbc"/],
])("%s is none, and why is said", (written, why) => {
  expect(() => runOf(written, IDS)).toThrow(why);
});
