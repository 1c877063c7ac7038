import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { delegate, logged, read, told, world } from "./world.ts";

it.each([0, 1, 2])(
  "B5: a limit of %i steps is that many model calls, and 0 does not mean none was set",
  async (steps) => {
    const store = memoryStore();
    const deps = world({
      store,
      roles: { leaf: { limits: { steps } } },
      moves: { boss: [{ call: [delegate("leaf")] }, { text: "ok" }], leaf: [{ call: [read()], repeat: true }] },
    });
    const { all } = await told(run({ role: "boss", task: "Do it" }, deps));
    const asked = await logged(store, "model.requested");
    expect(asked.filter(({ run: who }) => who === "r1.1")).toHaveLength(steps);
    expect(all("delegate-end")).toMatchObject([{ outcome: "limit" }]);
  },
);
