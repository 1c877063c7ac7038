import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { delegate, logged, told, world } from "./world.ts";

const schema = {
  type: "object",
  properties: { bugs: { type: "array", items: { type: "object", properties: { line: { type: "number" } } } } },
  required: ["bugs"],
};
const value = { bugs: [{ line: 7 }, { line: 12 }] };

it("O1: a child whose caller gives a schema answers with a value: JSON for the model, and an object for code", async () => {
  const store = memoryStore();
  const deps = world({
    store,
    roles: { leaf: {} },
    moves: {
      boss: [{ call: [delegate("leaf", { schema })] }, { text: "ok" }],
      leaf: [{ text: `Here it is:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`` }],
    },
  });
  const { all } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(await logged(store, "child.done")).toMatchObject([{ outcome: { status: "done", value } }]);
  expect(JSON.parse(all("tool-end")[0]?.output ?? "")).toEqual(value);
});

it("O1: so does a run whose caller is a program", async () => {
  const deps = world({ moves: { boss: [{ text: JSON.stringify(value) }] } });
  const { end } = await told(run({ role: "boss", task: "Do it", schema }, deps));
  expect(end).toMatchObject({ status: "ok", value });
});
