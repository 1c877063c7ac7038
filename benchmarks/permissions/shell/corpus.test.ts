import { expect, test } from "vitest";
import { EVERYDAY, HIDDEN, REDIRECTS } from "./corpus.ts";

test("there are as many cases as the page says, each once", () => {
  expect([HIDDEN.length, REDIRECTS.length, EVERYDAY.length]).toEqual([51, 12, 12]);
  const lines = [...HIDDEN, ...REDIRECTS].map(({ line }) => line);
  expect(new Set(lines).size).toBe(lines.length);
});

test("a case never asks for the same program to be seen and not to be seen", () => {
  for (const { runs, runsNot = [] } of HIDDEN) expect(runs.filter((name) => runsNot.includes(name))).toEqual([]);
});
