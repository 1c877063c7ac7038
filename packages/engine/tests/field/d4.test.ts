import { expect, it } from "vitest";
import { resume, run } from "../../src/run/run.ts";
import { type MemoryStore, memoryStore } from "../../src/store/memory-store.ts";
import { echoTool } from "../stage.ts";
import { delegate, killedAfter, logged, read, told, world } from "./world.ts";

it("D4: of five children of which three were done, only two go on after a restart", async () => {
  const asked: string[] = [];
  const inWorld = (store: MemoryStore) =>
    world({
      store,
      tools: { read: echoTool("read", "read", "path") },
      roles: { leaf: {} },
      moves: {
        boss: [{ call: Array.from({ length: 5 }, () => delegate("leaf")) }, { text: "All five." }],
        leaf: [{ call: [read()] }, { text: "Done." }],
      },
      visit: ({ run: who }) => {
        asked.push(who);
        return undefined;
      },
    });
  const store = memoryStore();
  await told(run({ role: "boss", task: "Do it" }, inWorld(store)));
  const done = (await logged(store, "child.done")).map(({ child }) => child);
  const left = await killedAfter(store, (entry) => entry.kind === "child.done" && entry.child === done[2]);

  asked.length = 0;
  const { all, end } = await told(resume({ run: "r1" }, inWorld(left)));
  const others = new Set([...done.slice(3), "r1"]);
  expect(asked.every((who) => others.has(who))).toBe(true);
  expect(all("delegate-start").filter(({ resumed }) => resumed !== true)).toEqual([]);
  expect(
    all("delegate-end")
      .map(({ child }) => child)
      .toSorted(),
  ).toEqual(done.slice(3).toSorted());
  expect(end).toMatchObject({ status: "ok", content: "All five." });
});
