import type { LogBody, LogEntry, Usage } from "@polyglav/engine";
import { expect, test } from "vitest";
import { agentTree } from "./agent-tree.ts";

const usage = (tokens: number): Usage => ({
  ...{ inputTokens: tokens, outputTokens: 0, cachedTokens: 0, cost: 0, calls: 1, unknown: 0, unpriced: 0 },
});
const log = (...bodies: readonly (readonly [string, LogBody])[]): readonly LogEntry[] =>
  bodies.map(([run, body], index) => ({ n: index + 1, t: "2026-01-01T00:00:00Z", run, ...body }));
const started = {
  ...{ role: "leader", model: "m", task: "t", prompt: "t1", says: "t2", carve: {} },
  limits: { steps: 1, depth: 1, agents: 1 },
};
const root: LogBody = {
  ...{ kind: "run.started", format: 2, order: { denials: "fail", onAsk: "park", unfinished: "wait" } },
  ...started,
};
const child = (id: string, role: string): LogBody => ({
  ...{ kind: "child.started", call: "c", child: id, background: false },
  ...started,
  role,
});
const done = (tokens: number): LogBody => ({
  ...{ kind: "model.done", step: 1, model: "m", said: [], finish: "stop", usage: usage(tokens) },
  ...{ self: usage(0), subtree: usage(0) },
});

test("a tree has everybody under who started them, with what each used alone and with those below", () => {
  const tree = agentTree(
    log(
      ["r", root],
      ["r", done(1)],
      ["r", child("r.1", "planner")],
      ["r.1", child("r.1.1", "tester")],
      ["r.1.1", done(100)],
      ["r.1", done(10)],
      [
        "r.1",
        {
          ...{ kind: "child.done", call: "c", child: "r.1.1", role: "tester", usage: usage(0) },
          outcome: { status: "limit", content: "" },
        },
      ],
      ["r", child("r.2", "tester")],
    ),
  );
  expect(tree).toMatchObject({
    run: "r",
    self: { inputTokens: 1 },
    subtree: { inputTokens: 111, calls: 3 },
    children: [
      {
        ...{ run: "r.1", self: { inputTokens: 10 }, subtree: { inputTokens: 110 } },
        children: [{ run: "r.1.1", role: "tester", outcome: "limit", children: [] }],
      },
      { run: "r.2", children: [] },
    ],
  });
  expect(tree).not.toHaveProperty("outcome");
  expect(tree?.children[1]).not.toHaveProperty("outcome");
});

test("open questions are with those who asked, and answered ones with nobody", () => {
  const raise = (ask: string, question: string): LogBody => ({
    ...{ kind: "ask.raised", ask, call: "c", role: "leader", to: "operator", question, options: [] },
  });
  const entries = log(
    ["r", root],
    ["r", child("constructor", "planner")],
    ["r", raise("a", "Now?")],
    ["constructor", raise("b", "Where?")],
    ["r", { kind: "ask.answered", ask: "a", answer: "answered", text: "yes" }],
  );
  expect(agentTree(entries)).toMatchObject({ asks: [], children: [{ asks: ["Where?"] }] });
});

test("a log without a start has no tree", () => {
  expect(agentTree([])).toBeUndefined();
  expect(agentTree(log(["r", child("r.1", "planner")]))).toBeUndefined();
});
