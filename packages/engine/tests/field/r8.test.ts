import { expect, it } from "vitest";
import { resume, run } from "../../src/run/run.ts";
import { type MemoryStore, memoryStore } from "../../src/store/memory-store.ts";
import { echoTool } from "../stage.ts";
import { delegate, killedAfter, logged, read, told, world } from "./world.ts";

/** Its child in the background ends while the caller is in a call; how often each prompt of the caller tells of it. */
function inWorld(store: MemoryStore) {
  const tellings: number[] = [];
  let ended: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const deps = world({
    store,
    tools: {
      read: echoTool("read", "read", "path", async () => {
        await isOver;
        return "x";
      }),
    },
    roles: { leaf: {} },
    moves: {
      boss: [{ call: [delegate("leaf", { background: true })] }, { call: [read()] }, { text: "Now I know." }],
      leaf: [{ text: "The answer is 42." }],
    },
    visit: ({ run: who, prompt }) => {
      if (who === "r1") tellings.push(JSON.stringify(prompt).split("The answer is 42.").length - 1);
      return undefined;
    },
  });
  return {
    deps,
    tellings,
    ended: () => {
      ended();
    },
  };
}

it("R8: a child that ends in the middle of a turn is told of at the next step", async () => {
  const { deps, tellings, ended } = inWorld(memoryStore());
  const { end } = await told(run({ role: "boss", task: "Do it" }, deps), ({ type }) => {
    if (type === "delegate-end") ended();
  });
  expect(tellings).toEqual([0, 0, 1]);
  expect(end.content).toBe("Now I know.");
});

it("R8: it stays on record until that is done, also when the process dies in between", async () => {
  const store = memoryStore();
  const before = inWorld(store);
  await told(run({ role: "boss", task: "Do it" }, before.deps), ({ type }) => {
    if (type === "delegate-end") before.ended();
  });
  const left = await killedAfter(store, ({ kind }) => kind === "child.done");
  const after = inWorld(left);
  after.ended();
  const { end } = await told(resume({ run: "r1" }, after.deps));
  expect(after.tellings.at(-1)).toBe(1);
  expect((await logged(left, "message.added")).filter(({ about }) => about.kind === "child")).toHaveLength(1);
  expect(end.status).toBe("ok");
});
