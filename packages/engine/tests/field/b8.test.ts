import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { delegate, logged, read, told, world } from "./world.ts";

it.each([{ limits: { steps: 50 } }, { maxSteps: 50 }])(
  "B8: a model cannot give a child more than its role allows: %j",
  async (more) => {
    const store = memoryStore();
    const deps = world({
      store,
      roles: { leaf: { limits: { steps: 5 } } },
      moves: { boss: [{ call: [delegate("leaf", more)] }, { text: "ok" }], leaf: [{ call: [read()], repeat: true }] },
    });
    await told(run({ role: "boss", task: "Do it" }, deps));
    expect(await logged(store, "child.started")).toMatchObject([{ limits: { steps: 5 } }]);
    const asked = await logged(store, "model.requested");
    expect(asked.filter(({ run: who }) => who === "r1.1")).toHaveLength(5);
  },
);
