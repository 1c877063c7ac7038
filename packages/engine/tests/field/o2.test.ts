import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { delegate, logged, told, world } from "./world.ts";

const schema = { type: "object", properties: { bugs: { type: "number" } }, required: ["bugs"] };

it.each([
  ['{"bugs": 2}', { status: "done", value: { bugs: 2 } }],
  ["None that I know of.", { status: "no_output" }],
])("O2: a role without any tool answers by the schema all the same: %s", async (text, outcome) => {
  const store = memoryStore();
  const deps = world({
    store,
    roles: { leaf: { tool_permission: { "*": "deny" } } },
    moves: { boss: [{ call: [delegate("leaf", { schema })] }, { text: "ok" }], leaf: [{ text, repeat: true }] },
  });
  await told(run({ role: "boss", task: "Do it" }, deps));
  expect(await logged(store, "child.done")).toMatchObject([{ outcome }]);
});
