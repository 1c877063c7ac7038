import { APICallError } from "@ai-sdk/provider";
import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { fakeClock, scriptedModels } from "../../src/testing/index.ts";
import { delegate, driven, logged, told, world } from "./world.ts";

it("Q2: a child whose first model stays too busy goes on with the next one of its list, and says so", async () => {
  const clock = fakeClock();
  const store = memoryStore();
  const asked: string[] = [];
  const deps = world({
    clock,
    store,
    roles: { leaf: { model: ["fake/a", "fake/b"] } },
    moves: {},
    models: {
      ...scriptedModels(
        { roles: { boss: [{ call: [delegate("leaf")] }, { text: "ok" }], leaf: [{ text: "Done." }] } },
        { clock },
      ),
      providers: ["fake"],
    },
    visit: ({ run: who, ref }) => {
      if (who === "r1") return undefined;
      asked.push(ref);
      if (ref === "fake/b") return undefined;
      throw new APICallError({ message: "slow down", url: "test:a", requestBodyValues: {}, statusCode: 429 });
    },
  });
  const { all, end } = await driven(clock, told(run({ role: "boss", task: "Do it" }, deps)), 50);
  expect(asked).toEqual(["fake/a", "fake/a", "fake/a", "fake/b"]);
  expect(all("retry").at(-1)).toMatchObject({ run: "r1.1", model: "fake/b" });
  expect((await logged(store, "model.done")).find(({ run: who }) => who === "r1.1")?.model).toBe("fake/b");
  expect(all("delegate-end")).toMatchObject([{ outcome: "done", content: "Done." }]);
  expect(end.status).toBe("ok");
});
