import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { delegate, logged, told, world } from "./world.ts";

it("B1: a tree in which everybody only delegates stops by itself, after a handful of calls", async () => {
  const store = memoryStore();
  const deps = world({ store, moves: {}, otherwise: [{ call: [delegate("boss")], repeat: true }] });
  const { all, end } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(all("tool-end")[0]).toMatchObject({
    run: "r1.1.1.1",
    status: "error",
    output: expect.stringContaining("limit is 3 delegations"),
  });
  expect(end).toMatchObject({ status: "limit", error: { code: "POLYGLAV_STUCK" } });
  expect((await logged(store, "model.requested")).length).toBeLessThanOrEqual(12);
});
