import { describe, expect, it } from "vitest";
import { createJournal } from "./journal.ts";
import type { RunLog } from "../store/run-store.ts";
import { emptyState } from "./fold.ts";
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
const logOf = (append: RunLog["append"], more: Partial<RunLog> = {}): RunLog => ({
  fence: 1,
  append,
  commit: () => undefined,
  snapshot: () => undefined,
  keep: () => "",
  letters: () => undefined,
  discard: () => undefined,
  close: () => undefined,
  ...more,
});
const open = (append: RunLog["append"], more?: Partial<RunLog>) => {
  const events: RunEvent[] = [];
  const faults: unknown[] = [];
  const journal = createJournal({
    log: logOf(append, more),
    clock,
    publish: (event) => events.push(event),
    onLogFault: (fault) => faults.push(fault),
    state: emptyState(),
  });
  return { journal, events, faults };
};
const noted = { kind: "warning.noted", code: "c", message: "m" } as const;

describe("createJournal()", () => {
  it("writes before it publishes", () => {
    const order: string[] = [];
    const journal = createJournal({
      log: logOf(() => order.push("log")),
      clock,
      publish: () => order.push("event"),
      onLogFault: () => undefined,
      state: emptyState(),
    });
    journal.record({ run: "r" }, noted);
    expect(order).toEqual(["log", "event"]);
  });

  it("publishes and writes nothing after the end", () => {
    const lines: string[] = [];
    const { journal, events } = open((line) => lines.push(line));
    void journal.end({ run: "r" }, end);
    void journal.end({ run: "r" }, end);
    journal.record({ run: "r" }, noted);
    journal.broadcast({ run: "r" }, { type: "text", text: "late" });
    expect(events.map((event) => event.type)).toEqual(["run-end"]);
    expect(lines).toHaveLength(1);
  });

  it("tells of a log that fails once, and goes on publishing", () => {
    const { journal, events, faults } = open(() => {
      throw new Error("full");
    });
    journal.record({ run: "r" }, noted);
    journal.record({ run: "r" }, noted);
    expect(faults).toHaveLength(1);
    expect(events).toHaveLength(2);
  });

  it("tells of a log that could not be made safe, as of one that could not be written", async () => {
    const { journal, faults } = open(() => undefined, { commit: () => Promise.reject(new Error("full")) });
    await journal.commit();
    await journal.commit();
    expect(faults).toHaveLength(1);
  });

  it("tells an end only when it is safe, and one that could not be made safe as a failure", async () => {
    let safe = (): void => undefined;
    const commit = (): Promise<void> =>
      new Promise((resolve) => {
        safe = resolve;
      });
    const { journal, events } = open(() => undefined, { commit });
    const ending = journal.end({ run: "r" }, end);
    await Promise.resolve();
    expect(events).toEqual([]);
    safe();
    await ending;
    expect(events).toMatchObject([{ type: "run-end", status: "ok" }]);

    const full = open(() => undefined, { commit: () => Promise.reject(new Error("full")) });
    await full.journal.end({ run: "r" }, end);
    expect(full.events).toMatchObject([{ type: "run-end", status: "error" }]);
  });

  it("writes a text once, however often it is named", () => {
    const lines: string[] = [];
    const { journal } = open((line) => lines.push(line));
    const names = ["a", "b", "a"].map((text) => journal.store({ run: "r" }, text));
    expect(names).toEqual(["t1", "t2", "t1"]);
    expect(lines).toHaveLength(2);
  });

  it("keeps a state now and then, each time when the log has grown by half, so that the work stays in proportion", () => {
    const at: number[] = [];
    const { journal } = open(() => undefined, { snapshot: () => at.push(journal.state.n) });
    for (let i = 0; i < 5_000; i += 1) journal.record({ run: "r" }, noted);
    expect(at).toEqual([1_000, 2_000, 3_000, 4_500]);
  });

  it("leaves nothing in the state that a text after the end could change", () => {
    const { journal } = open(() => undefined);
    void journal.park({ run: "r" }, ["a-1"], end(undefined));
    journal.record({ run: "r" }, noted);
    expect(journal.state).toMatchObject({ n: 1, parked: true });
  });

  it("does not call a run ok whose end the log could not take", () => {
    const { journal, events } = open(() => {
      throw new Error("full");
    });
    void journal.end({ run: "r" }, end);
    expect(events).toMatchObject([{ type: "run-end", status: "error", exitCode: 1 }]);
  });
});
