import { describe, expect, it } from "vitest";
import { createJournal } from "./journal.ts";
import type { RunEnd } from "../run/outcome.ts";
import type { RunEvent } from "./run-event.ts";
import { NO_USAGE } from "../model/usage.ts";

const clock = { now: () => 0, sleep: async () => undefined };
const end = (fault: unknown): RunEnd => ({
  status: fault === undefined ? "ok" : "error",
  exitCode: fault === undefined ? 0 : 1,
  outcome: fault === undefined ? "done" : "error",
  content: "",
  denials: [],
  usage: NO_USAGE,
});
const open = (append: (line: string) => void) => {
  const events: RunEvent[] = [];
  const faults: unknown[] = [];
  const journal = createJournal(
    { append, close: () => undefined },
    clock,
    (event) => events.push(event),
    (fault) => faults.push(fault),
  );
  return { journal, events, faults };
};

describe("createJournal()", () => {
  it("writes before it publishes", () => {
    const order: string[] = [];
    const journal = createJournal(
      { append: () => order.push("log"), close: () => undefined },
      clock,
      () => order.push("event"),
      () => undefined,
    );
    journal.record({ run: "r" }, { kind: "warning.noted", code: "c", message: "m" });
    expect(order).toEqual(["log", "event"]);
  });

  it("publishes and writes nothing after the end", () => {
    const lines: string[] = [];
    const { journal, events } = open((line) => lines.push(line));
    journal.end({ run: "r" }, end);
    journal.end({ run: "r" }, end);
    journal.record({ run: "r" }, { kind: "warning.noted", code: "c", message: "m" });
    journal.broadcast({ run: "r" }, { type: "text", text: "late" });
    expect(events.map((event) => event.type)).toEqual(["run-end"]);
    expect(lines).toHaveLength(1);
  });

  it("tells of a log that fails once, and goes on publishing", () => {
    const { journal, events, faults } = open(() => {
      throw new Error("full");
    });
    journal.record({ run: "r" }, { kind: "warning.noted", code: "c", message: "m" });
    journal.record({ run: "r" }, { kind: "warning.noted", code: "c", message: "m" });
    expect(faults).toHaveLength(1);
    expect(events).toHaveLength(2);
  });

  it("does not call a run ok whose end the log could not take", () => {
    const { journal, events } = open(() => {
      throw new Error("full");
    });
    journal.end({ run: "r" }, end);
    expect(events).toMatchObject([{ type: "run-end", status: "error", exitCode: 1 }]);
  });
});
