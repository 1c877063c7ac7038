import { expect, test } from "vitest";
import { paint, usesColour } from "./colour.ts";

const quiet = { flag: "auto", env: {}, stream: "stderr", isTTY: false } as const;

test("a terminal gets colours, a pipe does not", () => {
  expect(usesColour({ ...quiet, isTTY: true })).toBe(true);
  expect(usesColour(quiet)).toBe(false);
});

test("each rule beats all that come after it", () => {
  const forced = { FORCE_COLOR: "1", TERM: "dumb" };
  expect(usesColour({ ...quiet, flag: "never", isTTY: true, env: { FORCE_COLOR: "1" } })).toBe(false);
  expect(usesColour({ ...quiet, flag: "always", env: { NO_COLOR: "1" } })).toBe(true);
  expect(usesColour({ ...quiet, isTTY: true, env: { NO_COLOR: "1", FORCE_COLOR: "1" } })).toBe(false);
  expect(usesColour({ ...quiet, env: forced })).toBe(true);
  expect(usesColour({ ...quiet, isTTY: true, env: { FORCE_COLOR: "0" } })).toBe(false);
  expect(usesColour({ ...quiet, isTTY: true, env: { TERM: "dumb" } })).toBe(false);
});

test("an empty variable is as good as none", () => {
  expect(usesColour({ ...quiet, isTTY: true, env: { NO_COLOR: "", FORCE_COLOR: "" } })).toBe(true);
});

test("a CI service that renders colours gets them on stderr, and nothing else of CI changes anything", () => {
  expect(usesColour({ ...quiet, env: { GITHUB_ACTIONS: "true" } })).toBe(true);
  expect(usesColour({ ...quiet, stream: "stdout", env: { GITHUB_ACTIONS: "true" } })).toBe(false);
  expect(usesColour({ ...quiet, env: { CI: "1" } })).toBe(false);
});

test("paint() writes tones only where there are colours", () => {
  const line = ["a ", ["bad", "b"]] as const;
  expect(paint(line, false)).toBe("a b");
  expect(paint(line, true)).toBe("a \u001b[31mb\u001b[39m");
});
