import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { echoTool } from "../stage.ts";
import { logged, read, told, world } from "./world.ts";

it("S2: of thirteen calls one fails and one hangs, somebody who is told throws, and each outcome is kept at its own end", async () => {
  const store = memoryStore();
  const keptMeanwhile: number[] = [];
  const tool = {
    ...echoTool("read", "read", "path", async (input) => {
      const { path }: { path?: unknown } = Object(input);
      if (path === "3") throw new Error("no such file");
      if (path !== "13") return `read ${String(path)}`;
      // It waits until all the others are in the log.
      while (keptMeanwhile.at(-1) !== 12) {
        keptMeanwhile.push((await logged(store, "tool.done")).length);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return "the last one";
    }),
    replay: "safe" as const,
  };
  let heard = 0;
  const deps = world({
    store,
    tools: { read: tool },
    audit: () => {
      heard += 1;
      if (heard === 3) throw new Error("the disk of the audit is full");
    },
    moves: { boss: [{ call: Array.from({ length: 13 }, (_, n) => read(String(n + 1))) }, { text: "ok" }] },
  });
  const { end } = await told(run({ role: "boss", task: "Do it", limits: { ms: 5_000 } }, deps));
  const done = await logged(store, "tool.done");
  expect(done).toHaveLength(13);
  expect(done.filter(({ status }) => status === "ok")).toHaveLength(12);
  expect(done.find(({ status }) => status === "error")?.output).toContain("no such file");
  expect(done.at(-1)?.output).toBe("the last one");
  expect(end.status).toBe("ok");
});
