import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { echoTool } from "../stage.ts";
import { delegate, later, logged, read, told, world } from "./world.ts";

it("C2: an abort of the root ends everybody below it in the log, and no model is asked any more", async () => {
  const store = memoryStore();
  const stopper = new AbortController();
  const three = (role: string) => ({ call: [delegate(role), delegate(role), delegate(role)] });
  const asked: number[] = [];
  let abortedAt = Infinity;
  const deps = world({
    store,
    tools: {
      read: echoTool("read", "read", "path", async () => {
        await later(5);
        return "x";
      }),
    },
    roles: { mid: {}, leaf: { limits: { steps: 1_000 } } },
    moves: { boss: [three("mid")], mid: [three("leaf")], leaf: [{ call: [read()], repeat: true }] },
    visit: () => {
      asked.push(Date.now());
      return undefined;
    },
  });
  let leaves = 0;
  const { end } = await told(run({ role: "boss", task: "Do it", signal: stopper.signal }, deps), (event) => {
    if (event.type === "delegate-start" && event.role === "leaf") leaves += 1;
    if (leaves < 9 || event.type !== "tool-end" || stopper.signal.aborted) return;
    abortedAt = Date.now();
    stopper.abort();
  });
  await later(60);
  expect((await logged(store, "child.done")).map(({ outcome }) => outcome.status)).toEqual(
    Array.from({ length: 12 }, () => "cancelled"),
  );
  expect(await logged(store, "run.ended")).toMatchObject([{ outcome: "cancelled" }]);
  expect(end).toMatchObject({ status: "cancelled", exitCode: 130 });
  expect(asked.filter((at) => at > abortedAt + 50)).toEqual([]);
});
