import fc from "fast-check";
import { it } from "vitest";
import { run } from "../src/run/run.ts";
import { memoryStore } from "../src/store/memory-store.ts";
import { depsOf, eventsOf, trees, castOf } from "./random-tree.ts";
it("x", async () => {
  for (const maxFaults of [0, 1]) {
    for (const root of fc.sample(trees({ maxFaults, maxWaitMs: 0 }), { numRuns: 8, seed: 5 })) {
      const store = memoryStore();
      const t = performance.now();
      await eventsOf(run({ role: "n0", task: "Go", stream: false }, { ...depsOf(root, { config: { tool_permission: { "*": "allow", bash: "ask" } } }), store }));
      console.log("T", maxFaults, Object.keys(castOf(root).roles).length, store.lines("r1").length, Math.round(performance.now() - t));
    }
  }
});
