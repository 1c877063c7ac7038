import type { RunEvent, RunEventBody } from "@polyglav/engine";
import { describe, expect, it } from "vitest";
import { findProof } from "./proof.ts";

const USAGE = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: 0, calls: 1, unknown: 1, unpriced: 1 };
const tell = (...bodies: RunEventBody[]): RunEvent[] =>
  bodies.map((body, index) => ({ v: 1, seq: index + 1, t: "", run: "r", ...body }));
const end = (more: object = {}): RunEventBody => ({
  type: "run-end",
  status: "ok",
  exitCode: 0,
  outcome: "done",
  content: "ok",
  denials: [],
  usage: USAGE,
  ...more,
});
const bash = (code: number): RunEventBody => ({
  type: "tool-end",
  call: "c",
  tool: "bash",
  status: "ok",
  output: `exit code ${code}\n`,
  ms: 1,
});
const done = (role: string): RunEventBody => ({
  type: "delegate-end",
  call: "c",
  child: "r.1",
  role,
  outcome: "done",
  content: "",
  usage: USAGE,
});
const denied: RunEventBody = {
  type: "permission",
  call: "c",
  tool: "bash",
  summary: "bash",
  decision: "deny",
  granted: false,
  because: [],
};
const approved: RunEventBody = { type: "ask-close", ask: "a", answer: "once" };
const whole = [...["planner", "programmer", "code-reviewer"].map(done), bash(1), bash(0), denied, approved, end()];

describe("findProof()", () => {
  it("misses nothing when everything happened", () => {
    expect(findProof(tell(...whole), "old", "new").missing).toEqual([]);
  });

  it.each([
    ["a role that did not finish", whole.filter((body) => body !== whole[0]), "planner did not finish"],
    ["tests that were green at first", [bash(0), ...whole], "the tests did not fail at first"],
    ["tests that stay red", [...whole.slice(0, -1), bash(1), end()], "the tests do not pass at the end"],
    ["tests that never ran", whole.filter((body) => body.type !== "tool-end"), "the tests do not pass at the end"],
    ["no approval", whole.filter((body) => body !== approved), "nothing was asked and approved"],
    ["no denial", whole.filter((body) => body !== denied), "nothing was denied"],
    [
      "an error",
      [...whole.slice(0, -1), end({ status: "error", error: { code: "X", message: "broke" } })],
      "the run ended with error: broke",
    ],
  ])("notices %s", (_, bodies, missing) => {
    expect(findProof(tell(...bodies), "old", "new").missing).toContain(missing);
  });

  it("notices a source that was not changed", () => {
    expect(findProof(tell(...whole), "same", "same").missing).toEqual(["the source was not changed"]);
  });
});
