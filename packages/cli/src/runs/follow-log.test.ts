import { memoryStore, type RunStore, type StoredLog } from "@polyglav/engine";
import { expect, test } from "vitest";
import { followLog } from "./follow-log.ts";

const start = {
  ...{ n: 1, t: "2026-01-01T00:00:00Z", run: "r", kind: "run.started", format: 2, role: "leader", model: "m" },
  ...{ task: "t", prompt: "t1", says: "t2", carve: {}, limits: { steps: 1, depth: 1, agents: 1 } },
  order: { denials: "fail", onAsk: "deny", unfinished: "wait" },
};
const warning = (n: number) => ({
  ...{ n, t: "2026-01-01T00:00:00Z", run: "r", kind: "warning.noted", code: "c", message: `w${n}` },
});

/** A store that says one thing after the other. */
function saying(...logs: readonly Partial<StoredLog>[]): { readonly store: RunStore; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const read: RunStore["read"] = (_, options) => {
    asked.push(options?.from);
    const log = logs[asked.length - 1];
    return log && { entries: [], next: 0, problems: [], ...log };
  };
  return { store: { ...memoryStore(), read }, asked };
}

async function seen(store: RunStore, signal?: AbortSignal): Promise<readonly string[]> {
  const shown: string[] = [];
  for await (const event of followLog("r", store, signal)) {
    shown.push(`${event.seq} ${event.type === "warning" ? event.message : event.type}`);
  }
  return shown;
}

const holder = { fence: 1 };
const never = new AbortController().signal;

test("a log is read on from where the last reading ended, as long as somebody works on it", async () => {
  const { store, asked } = saying(
    { entries: [start, warning(2)], next: 10, holder },
    { next: 10, holder },
    { entries: [warning(3)], next: 20 },
  );
  expect(await seen(store, never)).toEqual(["1 run-start", "2 w2", "3 w3"]);
  expect(asked).toEqual(["start", 10, 10]);
});

test("what was shown is not shown twice where somebody wrote the log anew", async () => {
  const { store } = saying(
    { entries: [start, warning(2)], next: 10, holder },
    { entries: [start, warning(2), warning(3)], next: 30 },
  );
  expect(await seen(store, never)).toEqual(["1 run-start", "2 w2", "3 w3"]);
});

test("without a signal it is read once, and with one that aborted no further", async () => {
  const log = { entries: [start], next: 10, holder };
  const once = saying(log, log);
  expect(await seen(once.store)).toEqual(["1 run-start"]);
  expect(once.asked).toHaveLength(1);
  const aborted = saying(log, log);
  await seen(aborted.store, AbortSignal.abort());
  expect(aborted.asked).toHaveLength(1);
});

test("a log that cannot be read is said, after what could be", async () => {
  const message = "line 2 is broken";
  const { store } = saying({ entries: [start], problems: [{ code: "log/broken-line", severity: "error", message }] });
  await expect(seen(store)).rejects.toMatchObject({ code: "POLYGLAV_RUN_BROKEN", exit: "config", message });
});

test("a run that is gone ends it", async () => {
  expect(await seen(saying().store, never)).toEqual([]);
});
