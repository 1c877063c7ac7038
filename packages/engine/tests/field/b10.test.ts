import { expect, it } from "vitest";
import { readRun } from "../../src/run/read-run.ts";
import { resume, run } from "../../src/run/run.ts";
import { type MemoryStore, memoryStore } from "../../src/store/memory-store.ts";
import { delegate, killedAfter, told, world } from "./world.ts";

const usage = { input: 10, output: 5 };
const BILL = { calls: 7, inputTokens: 70, outputTokens: 35, unknown: 0 };

const inWorld = (store: MemoryStore) =>
  world({
    store,
    roles: { leaf: {} },
    moves: {
      boss: [
        { call: Array.from({ length: 5 }, () => delegate("leaf")), usage },
        { text: "ok", usage },
      ],
      leaf: [{ text: "Done.", usage }],
    },
  });

it("B10: what five children spend is on the bill of their caller, once each", async () => {
  const store = memoryStore();
  const { end, all } = await told(run({ role: "boss", task: "Do it" }, inWorld(store)));
  expect(end.usage).toMatchObject(BILL);
  expect(all("delegate-end").map((event) => event.usage.calls)).toEqual([1, 1, 1, 1, 1]);
  expect((await readRun(store, "r1"))?.usage).toEqual(end.usage);
  expect((await readRun(store, "r1"))?.usage).toEqual(end.usage);
});

it("B10: and once only, wherever the run is gone on with", async () => {
  const store = memoryStore();
  await told(run({ role: "boss", task: "Do it" }, inWorld(store)));
  const ends = [1, 3, 5].map((count) => `r1.${count}`);
  for (const child of ends) {
    const left = await killedAfter(store, (entry) => entry.kind === "child.done" && entry.child === child);
    const { end } = await told(resume({ run: "r1" }, inWorld(left)));
    expect(end.usage).toMatchObject(BILL);
  }
});
