import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { delegate, logged, told, world } from "./world.ts";

const output = { type: "object", properties: { bugs: { type: "number" } }, required: ["bugs"] };

it("R2: a child that only tells that it delivered is asked once more, and then has delivered nothing", async () => {
  const store = memoryStore();
  const deps = world({
    store,
    roles: { leaf: { output } },
    moves: {
      boss: [{ call: [delegate("leaf")] }, { text: "ok" }],
      leaf: [{ text: "I have written the report." }, { text: "As I said, it is there." }, { text: "never asked" }],
    },
  });
  const { all } = await told(run({ role: "boss", task: "Do it" }, deps));
  const asked = await logged(store, "model.requested");
  expect(asked.filter(({ run: who }) => who === "r1.1")).toHaveLength(2);
  expect(all("delegate-end")).toMatchObject([{ outcome: "no_output" }]);
  expect(all("tool-end")).toMatchObject([{ status: "error", output: expect.stringContaining("(no_output)") }]);
});

it("R2: one that gives it when it is asked again has delivered", async () => {
  const deps = world({
    roles: { leaf: { output } },
    moves: {
      boss: [{ call: [delegate("leaf")] }, { text: "ok" }],
      leaf: [{ text: "I have written the report." }, { text: '{"bugs": 2}' }],
    },
  });
  const { all } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(all("delegate-end")).toMatchObject([{ outcome: "done" }]);
});
