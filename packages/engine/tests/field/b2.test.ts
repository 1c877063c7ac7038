import { expect, it } from "vitest";
import { resume, run } from "../../src/run/run.ts";
import { type MemoryStore, memoryStore } from "../../src/store/memory-store.ts";
import { delegate, killedAfter, logged, told, world } from "./world.ts";

const inWorld = (store: MemoryStore) =>
  world({
    store,
    config: { limits: { agents: 20, depth: 10 } },
    moves: {},
    otherwise: [{ call: Array.from({ length: 5 }, () => delegate("boss")) }, { text: "ok" }],
  });

it("B2: a tree that fans out starts as many agents as it may have, and says to the others how many that are", async () => {
  const { all, end } = await told(run({ role: "boss", task: "Do it" }, inWorld(memoryStore())));
  expect(all("delegate-start")).toHaveLength(20);
  const refused = all("tool-end").filter(({ status }) => status !== "ok");
  // 21 agents ask for five each, and 20 of all those are started.
  expect(refused).toHaveLength(21 * 5 - 20);
  expect(refused.every(({ output }) => output.includes("20 agents"))).toBe(true);
  expect(end.status).toBe("ok");
});

it("B2: a restart gives it no more", async () => {
  const store = memoryStore();
  await told(run({ role: "boss", task: "Do it" }, inWorld(store)));
  const left = await killedAfter(store, (entry) => entry.kind === "child.started" && entry.child.startsWith("r1.1.2"));
  await told(resume({ run: "r1" }, inWorld(left)));
  expect(await logged(left, "child.started")).toHaveLength(20);
});
