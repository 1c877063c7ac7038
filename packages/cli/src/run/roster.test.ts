import type { RunEvent, RunEventBody } from "@polyglav/engine";
import { expect, test } from "vitest";
import { openRoster } from "./roster.ts";

const event = (run: string, body: RunEventBody): RunEvent => ({
  v: 1,
  seq: 1,
  t: "2026-01-01T00:00:00Z",
  run,
  ...body,
});
const child = (run: string, role: string): RunEvent =>
  event("r", { type: "delegate-start", call: "c", child: run, role, model: "m", task: "t", carve: {} });

test("an agent is called by its role, and by its run, too, where there were several of that role", () => {
  const roster = openRoster();
  roster.see(child("r.1", "tester"));
  expect(roster.nameOf("r.1", "tester")).toBe("tester");
  roster.see(child("r.2", "tester"));
  roster.see(child("r.3", "constructor"));
  expect(roster.nameOf("r.1", "tester")).toBe("tester (r.1)");
  expect(roster.nameOf("r.2", "tester")).toBe("tester 2 (r.2)");
  expect(roster.nameOf("r.3", "constructor")).toBe("constructor");
});

test("one that goes on is still the same one, and a stranger is called by the role that it gives", () => {
  const roster = openRoster();
  const start = event("r", {
    ...{ type: "run-start", role: "leader", model: "m", task: "t", carve: {} },
    limits: { steps: 1, depth: 1, agents: 1 },
  });
  roster.see(start);
  roster.see(start);
  expect(roster.nameOf("r", "leader")).toBe("leader");
  expect(roster.nameOf("__proto__", "poet")).toBe("poet");
  expect(roster.nameOf(undefined, "poet")).toBe("poet");
});

test("a question belongs to the run that asked it", () => {
  const roster = openRoster();
  roster.see(event("r.1", { type: "ask-open", ask: "x-1", kind: "direction", role: "t", summary: "s" }));
  expect(roster.askedBy("x-1")).toBe("r.1");
  expect(roster.askedBy("x-2")).toBeUndefined();
});
