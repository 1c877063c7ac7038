import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyState, fold } from "../src/log/fold.ts";
import type { LogEntry } from "../src/log/log-entry.ts";
import type { RunState } from "../src/log/run-state.ts";
import { fromSnapshot, toSnapshot } from "../src/log/snapshot.ts";
import { answerAsk } from "../src/run/answer-ask.ts";
import { openRun } from "../src/run/open-run.ts";
import { openAsks } from "../src/run/read-run.ts";
import { type ResumeRequest, resume, run } from "../src/run/run.ts";
import { type MemoryStore, memoryStore } from "../src/store/memory-store.ts";
import type { RunStore } from "../src/store/run-store.ts";
import { type Node, cutAt, depsOf, entriesOf, eventsOf, shares, trees } from "./random-tree.ts";

const tree = trees({ maxFaults: 1, maxWaitMs: 1, weights: { ask: 2 } });
const config = { tool_permission: { "*": "allow", bash: "ask" } };
const order = { role: "n0", task: "Go", stream: false, onAsk: "park" } as const;

/** States are plain data: equal ones have the same text. */
const same = (a: RunState, b: RunState): void => {
  expect(JSON.parse(toSnapshot(a))).toEqual(JSON.parse(toSnapshot(b)));
};

/** Runs a tree, answers what waits, and goes on, at most so many times. */
async function played(root: Node, store: RunStore, rounds = 3): Promise<void> {
  const deps = { ...depsOf(root, { config }), store };
  await eventsOf(run(order, deps));
  for (let round = 0; round < rounds; round += 1) {
    const open = await openAsks(store);
    if (open.length === 0) return;
    for (const { run: of, ask, kind } of open.slice(0, 2)) {
      const answer = kind === "permission" ? ({ say: "once" } as const) : ({ say: "text", text: "This" } as const);
      await answerAsk({ run: of, ask, answer }, { store });
    }
    await eventsOf(resume({ run: "r1", stream: false }, deps));
  }
}

describe("the state of a run", () => {
  it("is a fold of its log: all at once, entry by entry, and in two parts come to the same", async () => {
    await fc.assert(
      fc.asyncProperty(tree, shares, async (root, share) => {
        const store = memoryStore();
        await played(root, store);
        const entries = entriesOf(store);
        const at = Math.floor(entries.length * share);
        const whole = fold(entries);
        same(fold(entries.slice(at), fold(entries.slice(0, at))), whole);
        same((await openRun(cutAt(store, 1), "r1")).state, whole);
      }),
      { numRuns: 60 },
    );
  });

  it("comes to the same from a snapshot at any point and the entries after it", async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (root) => {
        const store = memoryStore();
        await played(root, store);
        const entries = entriesOf(store);
        const whole = fold(entries);
        for (let at = 0; at <= entries.length; at += 1) {
          const kept = fromSnapshot(toSnapshot(fold(entries.slice(0, at))));
          expect(kept).toBeDefined();
          same(fold(entries.slice(at), kept ?? emptyState()), whole);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("does not change what it was folded from, nor what was folded before", async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (root) => {
        const store = memoryStore();
        await played(root, store);
        const entries = entriesOf(store).map(frozen);
        same(fold(entries), fold(entries));
      }),
      { numRuns: 30 },
    );
  });

  it("that a process has come to is the one that another process reads from its log", async () => {
    const long = fc.record({ root: tree, onAsk: fc.constantFrom<ResumeRequest["onAsk"]>("park", "deny", undefined) });
    await fc.assert(
      fc.asyncProperty(long, async ({ root, onAsk }) => {
        const inner = memoryStore();
        const { store, states } = keepingStates(inner);
        await played(lengthened(root), store, 1);
        if ((await openAsks(store)).length > 0) {
          const deps = { ...depsOf(lengthened(root), { config }), store };
          await eventsOf(resume({ run: "r1", stream: false, ...(onAsk !== undefined && { onAsk }) }, deps));
        }
        for (const { after, text } of states) {
          const state = fromSnapshot(text);
          expect(state).toBeDefined();
          same(state ?? emptyState(), fold(entriesOf(inner).slice(0, after)));
        }
        expect(states.length).toBeGreaterThan(0);
      }),
      { numRuns: 12 },
    );
  });
});

const lengthened = (root: Node): Node => ({
  ...root,
  permission: {},
  limits: { steps: 500 },
  steps: [...LONG, ...root.steps, ...LONG],
});
/** So many calls that a log is long enough for states to be kept. */
const READ = { do: "read", what: "a" } as const;
const LONG = Array.from({ length: 80 }, () => [READ, READ, READ]);

/** Remembers the states that a process keeps, and how many entries they stand for. */
function keepingStates(inner: MemoryStore) {
  const states: { readonly after: number; readonly text: string }[] = [];
  const watched = (log: ReturnType<MemoryStore["create"]>) => ({
    ...log,
    snapshot: (text: string) => {
      states.push({ after: inner.lines("r1").length, text });
    },
  });
  const store: RunStore = {
    ...inner,
    create: (id) => watched(inner.create(id)),
    open: (id) => {
      const opened = inner.open(id);
      return { ...opened, log: watched(opened.log) };
    },
  };
  return { store, states };
}

function frozen<T extends LogEntry>(entry: T): T {
  const freeze = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  };
  freeze(entry);
  return entry;
}
