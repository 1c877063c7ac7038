import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LogEntry } from "../src/log/log-entry.ts";
import { NO_USAGE, type Usage, addUsage } from "../src/model/usage.ts";
import { readRun } from "../src/run/read-run.ts";
import { resume, run } from "../src/run/run.ts";
import { memoryStore } from "../src/store/memory-store.ts";
import { type Node, cutAt, depsOf, endOf, entriesOf, eventsOf, shares, trees } from "./random-tree.ts";

const tokens = fc.record({ input: fc.nat(5_000), output: fc.nat(900) });
const tree = trees({ usage: fc.option(tokens, { nil: undefined, freq: 4 }), maxFaults: 1, maxWaitMs: 1 });
const price = { input: 3, output: 15, cached: 0.3 };
const config = { tool_permission: { "*": "allow", bash: "ask" } };

/** The sum of what single calls used, of those whose run is `of` or below it. */
function sumOf(entries: readonly LogEntry[], of: string): Usage {
  return entries.reduce((sum, entry) => {
    const isBelow = entry.run === of || entry.run.startsWith(`${of}.`);
    return isBelow && isOfModel(entry) && entry.usage !== undefined ? addUsage(sum, entry.usage) : sum;
  }, NO_USAGE);
}

const isOfModel = (
  entry: LogEntry,
): entry is Extract<LogEntry, { kind: "model.done" | "model.failed" | "consult.done" }> =>
  entry.kind === "model.done" || entry.kind === "model.failed" || entry.kind === "consult.done";

function same(found: Usage, expected: Usage): void {
  const { cost, ...counts } = found;
  const { cost: expectedCost, ...expectedCounts } = expected;
  expect(counts).toEqual(expectedCounts);
  expect(Math.abs(cost - expectedCost)).toBeLessThan(1e-9);
}

/** What is said of a sum, anywhere in a log, is that sum. */
function checkLog(entries: readonly LogEntry[]): void {
  for (const [at, entry] of entries.entries()) {
    const until = entries.slice(0, at + 1);
    if (entry.kind === "model.done" || entry.kind === "consult.done") same(entry.subtree, sumOf(until, entry.run));
    if (entry.kind === "child.done") same(entry.usage, sumOf(until, entry.child));
    if (entry.kind === "run.ended") same(entry.usage, sumOf(until, entry.run));
  }
}

const order = { role: "n0", task: "Go", stream: false } as const;

async function played(root: Node) {
  const store = memoryStore();
  const deps = { ...depsOf(root, { config, price }), store };
  const end = endOf(await eventsOf(run(order, deps)));
  return { store, deps, end };
}

describe("for every tree, with calls that report nothing, that fail, and that answer for others", () => {
  it("the bill is the sum of what single calls used, at each agent and at each moment", async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (root) => {
        const { store, end } = await played(root);
        checkLog(entriesOf(store));
        same(end.usage, sumOf(entriesOf(store), "r1"));
      }),
      { numRuns: 60 },
    );
  });

  it("it is also when the run was killed anywhere and gone on with, twice", async () => {
    await fc.assert(
      fc.asyncProperty(tree, shares, shares, async (root, first, second) => {
        const { store, deps } = await played(root);
        const once = cutAt(store, first);
        await eventsOf(resume({ run: "r1", stream: false }, { ...deps, store: once }));
        const twice = cutAt(once, second);
        await eventsOf(resume({ run: "r1", stream: false }, { ...deps, store: twice }));
        const entries = entriesOf(twice);
        checkLog(entries);
        expect(entries.at(-1)?.kind).toBe("run.ended");
        same((await readRun(twice, "r1"))?.usage ?? NO_USAGE, sumOf(entries, "r1"));
      }),
      { numRuns: 60 },
    );
  });
});
