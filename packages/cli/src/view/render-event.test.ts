import type { RunEvent, RunEventBody } from "@polyglav/engine";
import type { Reason } from "@polyglav/permissions";
import { expect, test } from "vitest";
import { plain } from "../line.ts";
import { renderEvent } from "./render-event.ts";
import { startView, type ViewOptions } from "./view-state.ts";

const usage = { inputTokens: 900, outputTokens: 334, cachedTokens: 0, cost: 0, calls: 3, unknown: 0, unpriced: 3 };
const viewpoint = { cwd: "/srv/shop", home: "/home/me" };

const mayReceive: Reason = {
  kind: "may-receive",
  who: "leader",
  category: "bash",
  decision: "ask",
  text: "leader.grant_permission.bash",
  source: { layer: "local", file: "/srv/shop/.polyglav/roles.json", line: 14, column: 27 },
};
const wants: Reason = {
  kind: "wants",
  who: "leader",
  category: "edit",
  decision: "deny",
  text: "leader.tool_permission.edit",
};

/** An event of a run; a second passes with each one. */
function stream(...steps: readonly (readonly [run: string, body: RunEventBody])[]): readonly RunEvent[] {
  return steps.map(([run, body], index) => ({
    v: 1,
    seq: index + 1,
    t: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    run,
    ...body,
  }));
}

function show(events: readonly RunEvent[], options: Partial<ViewOptions> = {}): string {
  let state = startView({ viewpoint, ...options });
  const shown: string[] = [];
  for (const event of events) {
    const rendered = renderEvent(state, event);
    state = rendered.state;
    shown.push(...rendered.lines.map(plain));
  }
  return `\n${shown.join("\n")}\n`;
}

const LIMITS = { steps: 50, depth: 3, agents: 20 };
const start = (role: string): RunEventBody => ({
  type: "run-start",
  role,
  model: "local/m",
  task: "fix it",
  carve: {},
  limits: LIMITS,
});
const child = (id: string, role: string): Extract<RunEventBody, { type: "delegate-start" }> => ({
  type: "delegate-start",
  call: `c${id}`,
  child: id,
  role,
  model: "local/m",
  task: `do ${id}`,
  carve: {},
});
const childEnd = (id: string, role: string, content: string): RunEventBody => ({
  type: "delegate-end",
  call: `c${id}`,
  child: id,
  role,
  outcome: "done",
  content,
  usage,
});
const tool = (name: string, summary: string): RunEventBody => ({
  type: "tool-start",
  call: "c",
  tool: name,
  input: {},
  summary,
});
const toolEnd = (name: string, status: "ok" | "error" | "denied" | "unknown", output: string): RunEventBody => ({
  type: "tool-end",
  call: "c",
  tool: name,
  status,
  output,
  ms: 1200,
});

const delegation = stream(
  ["r", start("leader")],
  ["r", tool("delegate", "delegate to planner")],
  ["r", child("r.1", "planner")],
  ["r", child("r.2", "tester")],
  ["r.1", { type: "text", text: "I read " }],
  ["r.1", { type: "text", text: "the files" }],
  ["r.1", tool("read", "read src/a.ts")],
  ["r.1", toolEnd("read", "ok", "1\tconst a = 1;\n2\tconst b = 2;")],
  ["r.2", tool("bash", 'bash "npm test"')],
  [
    "r.2",
    {
      type: "ask-open",
      ask: "a1",
      kind: "permission",
      lift: "confirm",
      role: "tester",
      summary: 'bash "npm test"',
      because: [mayReceive],
    },
  ],
  ["r", childEnd("r.1", "planner", "1. Fix a.\n2. Test.")],
  ["r.2", { type: "ask-close", ask: "a1", answer: "once" }],
  ["r.2", toolEnd("bash", "error", "exit code 1\nfailed")],
  ["r", childEnd("r.2", "tester", "")],
  ["r", toolEnd("delegate", "ok", "1. Fix a.")],
  ["r", tool("edit", "edit src/a.ts")],
  [
    "r",
    {
      type: "permission",
      call: "c",
      tool: "edit",
      summary: "edit src/a.ts",
      decision: "deny",
      granted: false,
      because: [wants],
    },
  ],
  ["r", toolEnd("edit", "denied", "denied: …")],
  ["r", { type: "retry", attempt: 1, waitMs: 2000, reason: "HTTP 429" }],
  ["r", { type: "usage", self: usage, subtree: usage }],
  ["r", { type: "warning", code: "skill-missing", message: "There is no skill x", hint: "Add it" }],
  [
    "r",
    {
      type: "run-end",
      status: "denied",
      exitCode: 5,
      outcome: "done",
      content: "Done",
      usage,
      denials: [{ run: "r", role: "leader", tool: "edit", summary: "edit src/a.ts", reason: "…" }],
    },
  ],
);

test("a delegation shows as a tree: who does what, asks, denials with their why, ends with time and tokens", () => {
  expect(show(delegation)).toMatchInlineSnapshot(`
    "
    leader          starts on local/m: fix it
    ├ planner       starts: do r.1
    ├ tester        starts: do r.2
    │ planner       read src/a.ts
    │ tester        bash "npm test"
    │ tester        ? asks for bash "npm test" — leader.grant_permission.bash = ask (.polyglav/roles.json:14:27)
    │ planner       ✓ done after 8.0s, 1.2k tokens: 1. Fix a.
    │ tester        ✓ the operator says yes, once, to bash "npm test"
    │ tester        ✗ bash failed: exit code 1
    │ tester        ✓ done after 10s, 1.2k tokens
    leader          edit src/a.ts
    leader          ✗ denied edit src/a.ts — leader.tool_permission.edit = deny
    leader          ↻ attempt 2 in 2.0s: HTTP 429
    leader          ! There is no skill x (Add it)
    leader          ✓ done after 21s, 1.2k tokens, 1 call denied
    "
  `);
});

test("verbose also shows what models say and what tools give back", () => {
  expect(show(delegation.slice(4, 8), { detail: "verbose" })).toMatchInlineSnapshot(`
    "
    r.1             says: I read the files
    r.1             read src/a.ts
    r.1             ↳ 1 const a = 1; (1.2s)
    "
  `);
});

test("what a retry takes back is never shown", () => {
  const events = stream(
    ["r", start("leader")],
    ["r", { type: "text", text: "half a sen" }],
    ["r", { type: "retry", attempt: 1, waitMs: 100, reason: "cut" }],
    ["r", { type: "text", text: "whole" }],
    ["r", tool("read", "read a")],
  );
  const shown = show(events, { detail: "verbose" });
  expect(shown).not.toContain("half");
  expect(shown).toContain("says: whole");
});

test("two runs of one role are told apart, and a child of a child is one step further in", () => {
  const events = stream(
    ["r", start("leader")],
    ["r", child("r.1", "tester")],
    ["r", child("r.2", "tester")],
    ["r.2", child("r.2.1", "planner")],
    ["r.2.1", tool("read", "read a")],
  );
  expect(show(events)).toMatchInlineSnapshot(`
    "
    leader          starts on local/m: fix it
    ├ tester        starts: do r.1
    ├ tester 2      starts: do r.2
    │ ├ planner     starts: do r.2.1
    │ │ planner     read a
    "
  `);
});

test("a denial of what has to be asked for says that nobody said yes", () => {
  const events = stream(
    ["r", start("tester")],
    [
      "r",
      {
        type: "permission",
        call: "c",
        tool: "bash",
        summary: "bash x",
        decision: "ask",
        granted: false,
        because: [mayReceive],
      },
    ],
    ["r", { type: "ask-close", ask: "a", answer: "no-approver" }],
  );
  expect(show(events)).toMatchInlineSnapshot(`
    "
    tester          starts on local/m: fix it
    tester          ✗ denied bash x — no yes to what has to be asked for, leader.grant_permission.bash = ask (.polyglav/roles.json:14:27)
    tester          ✗ no: nobody is there to answer
    "
  `);
});

test("a child that was never started shows why, and one that was shows its end once", () => {
  const never = stream(["r", start("leader")], ["r", toolEnd("delegate", "error", "error: Cannot delegate: too deep")]);
  expect(show(never)).toContain("✗ delegate failed: error: Cannot delegate: too deep");
  const ended = stream(
    ["r", start("leader")],
    ["r", child("r.1", "planner")],
    ["r", { type: "delegate-end", call: "cr.1", child: "r.1", role: "planner", outcome: "limit", content: "", usage }],
    [
      "r",
      { type: "tool-end", call: "cr.1", tool: "delegate", status: "error", output: "planner did not finish", ms: 1 },
    ],
  );
  expect(show(ended)).not.toContain("did not finish");
  expect(show(ended)).toContain("✗ came to a limit");
});

test("an ask is never cut, however long, and nothing in it can steer the terminal", () => {
  const command = `bash "${"x".repeat(300)} \u001b[2K rm -rf /"`;
  const events = stream(["r", { type: "ask-open", ask: "a", kind: "permission", role: "t", summary: command }]);
  const shown = show(events, { columns: 60 });
  expect(shown).toContain("\\x1b[2K rm -rf /");
  expect(shown).not.toContain("\u001b");
});

test("a stream that was opened late, and a run that never started, show what can be shown", () => {
  expect(show(stream(["r.7", tool("read", "read a")]))).toContain("r.7             read a");
  const refused = stream([
    "r",
    { type: "run-end", status: "error", exitCode: 2, outcome: "refused", content: "", denials: [], usage },
  ]);
  expect(show(refused).trim()).toBe("");
});

test("a run that goes on keeps its name, says so, and says when nothing comes and what it waits for", () => {
  const end = { status: "waiting", exitCode: 7, outcome: "waiting", content: "", denials: [], usage } as const;
  const limits = LIMITS;
  const events = stream(
    ["r", start("leader")],
    ["r", { type: "run-start", role: "leader", model: "local/m", task: "fix it", carve: {}, limits, resumed: true }],
    ["r", toolEnd("bash", "unknown", "…")],
    ["r", { ...child("r.1", "tester"), resumed: true }],
    ["r", { type: "waiting", on: "model", ms: 20_000 }],
    ["r", { type: "ask-open", ask: "a", kind: "permission", role: "leader", summary: "bash x" }],
    ["r", { type: "ask-close", ask: "a", answer: "project" }],
    ["r", { type: "ask-close", ask: "a", answer: "expired" }],
    ["r", { type: "ask-close", ask: "a", answer: "lost" }],
    ["r", { type: "run-end", ...end }],
  );
  expect(show(events)).toMatchInlineSnapshot(`
    "
    leader          starts on local/m: fix it
    leader          goes on with local/m: fix it
    leader          ? bash had begun: nobody knows what it did
    ├ tester        goes on: do r.1
    leader          … nothing from its model for 20s
    leader          ? asks for bash x
    leader          ✓ the operator says yes for this project to bash x
    leader          ✗ no answer to bash x in time
    leader          ✗ no answer to bash x: it cannot be asked any more
    leader          … waits for an answer after 8.0s, 1.2k tokens
    "
  `);
});

test("a task cannot put lines into the tree", () => {
  const body: RunEventBody = {
    type: "run-start",
    role: "__proto__",
    model: "m",
    task: "a\nleader  ✓ done",
    carve: {},
    limits: LIMITS,
  };
  expect(
    show(stream(["constructor", body]))
      .trim()
      .split("\n"),
  ).toHaveLength(1);
});

test("rendering changes nothing in the state that it was given", () => {
  const state = startView({ viewpoint });
  const before = JSON.stringify([...state.speakers]);
  for (const event of delegation) renderEvent(state, event);
  expect(JSON.stringify([...state.speakers])).toBe(before);
});

test("who answered is said: the operator, or the one who was asked", () => {
  const events = stream(
    ["r", start("leader")],
    ["r", child("r.1", "tester")],
    ["r.1", { type: "ask-close", ask: "a", answer: "once", by: { id: "r" } }],
    ["r.1", { type: "ask-close", ask: "b", answer: "deny", by: "operator" }],
    ["r.1", { type: "ask-close", ask: "c", answer: "answered", by: { id: "r" } }],
  );
  const shown = show(events);
  expect(shown).toContain("✓ leader says yes, once,");
  expect(shown).toContain("✗ the operator says no");
  expect(shown).toContain("✓ leader answers");
});
