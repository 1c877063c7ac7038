import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentLimits, LogEntry } from "../src/log/log-entry.ts";
import { NO_USAGE, addUsage } from "../src/model/usage.ts";
import { resume, run } from "../src/run/run.ts";
import { memoryStore } from "../src/store/memory-store.ts";
import { type Node, cutAt, depsOf, entriesOf, eventsOf, inTime, shares, trees } from "./random-tree.ts";

/** Below every estimate: an answer that is let through may have 256 tokens at least, and a prompt has more than these. */
const usage = fc.record({ input: fc.nat(40), output: fc.nat(256) });
const someLimits = fc.record(
  {
    steps: fc.nat(3),
    tokens: fc.integer({ min: 0, max: 30_000 }),
    cost: fc.integer({ min: 0, max: 60 }).map((thousandths) => thousandths / 1_000),
    agents: fc.nat(6),
    depth: fc.nat(3),
  },
  { requiredKeys: [] },
);
/** Nothing else ends an agent before its steps are used up. */
const fewSteps = fc.record({ steps: fc.integer({ min: 1, max: 3 }) });
const rootLimits = fc.record(
  {
    tokens: fc.integer({ min: 0, max: 60_000 }),
    cost: fc.integer({ min: 0, max: 200 }).map((thousandths) => thousandths / 1_000),
    calls: fc.nat(25),
    agents: fc.nat(12),
    depth: fc.nat(4),
    steps: fc.nat(5),
  },
  { requiredKeys: [] },
);
const tree = trees({
  usage,
  limits: fc.oneof(fc.constant({}), fewSteps, someLimits),
  maxFaults: 1,
  maxWaitMs: 2,
  maxSteps: 6,
  weights: { delegate: 8, ask: 1 },
});
const price = { input: 3, output: 15 };
const config = { tool_permission: { "*": "allow" } };

/** What each agent may use, by its own limits as its start says them. */
function limitsIn(entries: readonly LogEntry[]): ReadonlyMap<string, AgentLimits> {
  return new Map(
    entries.flatMap((entry): [string, AgentLimits][] => {
      if (entry.kind === "run.started") return [[entry.run, entry.limits]];
      return entry.kind === "child.started" ? [[entry.child, entry.limits]] : [];
    }),
  );
}

function check(entries: readonly LogEntry[]): void {
  for (const [of, limits] of limitsIn(entries)) {
    const isBelow = ({ run }: LogEntry): boolean => run === of || run.startsWith(`${of}.`);
    const used = entries.filter(isBelow).reduce((sum, entry) => {
      const isCall = entry.kind === "model.done" || entry.kind === "model.failed" || entry.kind === "consult.done";
      return isCall && entry.usage !== undefined ? addUsage(sum, entry.usage) : sum;
    }, NO_USAGE);
    const steps = entries.filter((entry) => entry.kind === "model.done" && entry.run === of).length;
    const started = entries.flatMap((entry) =>
      entry.kind === "child.started" && entry.child.startsWith(`${of}.`) ? [entry.child] : [],
    );
    const deepest = Math.max(0, ...started.map((child) => child.split(".").length - of.split(".").length));
    const found = { steps, tokens: used.inputTokens + used.outputTokens, cost: used.cost, calls: used.calls };
    expect(steps, `steps of ${of}`).toBeLessThanOrEqual(limits.steps);
    expect(found.tokens, `tokens of ${of}`).toBeLessThanOrEqual(limits.tokens ?? Infinity);
    expect(found.cost, `money of ${of}`).toBeLessThanOrEqual((limits.cost ?? Infinity) + 1e-9);
    expect(found.calls, `calls of ${of}`).toBeLessThanOrEqual(limits.calls ?? Infinity);
    expect(started.length, `agents of ${of}`).toBeLessThanOrEqual(limits.agents);
    expect(deepest, `depth of ${of}`).toBeLessThanOrEqual(limits.depth);
  }
}

/** No one is let have more than those above have. */
function checkShares(entries: readonly LogEntry[]): void {
  const all = limitsIn(entries);
  for (const [of, limits] of all) {
    const above = all.get(of.split(".").slice(0, -1).join("."));
    if (above === undefined) continue;
    for (const what of ["tokens", "cost", "calls"] as const) {
      if (limits[what] !== undefined) expect(limits[what]).toBeLessThanOrEqual(above[what] ?? Infinity);
    }
  }
}

describe("for every tree with limits whose calls use no more than was estimated", () => {
  it("no agent uses more than its limits, all below it included, however many run side by side", async () => {
    await fc.assert(
      fc.asyncProperty(tree, rootLimits, async (root: Node, limits) => {
        const store = memoryStore();
        const deps = { ...depsOf(root, { config, price }), store };
        await inTime(eventsOf(run({ role: "n0", task: "Go", stream: false, limits }, deps)));
        check(entriesOf(store));
        checkShares(entriesOf(store));
      }),
      { numRuns: 150 },
    );
  });

  it("nor does one that was killed anywhere and gone on with", async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.oneof(rootLimits, fewSteps), shares, async (root: Node, limits, share) => {
        const store = memoryStore();
        const deps = { ...depsOf(root, { config, price }), store };
        await inTime(eventsOf(run({ role: "n0", task: "Go", stream: false, limits }, deps)));
        const left = cutAt(store, share);
        await inTime(eventsOf(resume({ run: "r1", stream: false }, { ...deps, store: left })));
        check(entriesOf(left));
      }),
      { numRuns: 300 },
    );
  });
});
