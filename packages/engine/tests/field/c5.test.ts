import { expect, it } from "vitest";
import { resume, run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { echoTool } from "../stage.ts";
import { aborted, delegate, killedAfter, read, told, world } from "./world.ts";

it("C5: the signal of a run reaches its tools, before a restart and after it", async () => {
  const seen: boolean[] = [];
  const started = memoryStore();
  const stopper = { first: new AbortController(), second: new AbortController() };
  const part = (store: typeof started, stop: AbortController) =>
    world({
      store,
      tools: {
        read: echoTool("read", "read", "path", async (_, { abortSignal }) => {
          setTimeout(() => {
            stop.abort();
          }, 5);
          await aborted(abortSignal);
          seen.push(abortSignal.aborted);
          return "x";
        }),
      },
      roles: { leaf: {} },
      moves: { boss: [{ call: [delegate("leaf")] }], leaf: [{ call: [read()] }] },
    });
  const request = { role: "boss", task: "Do it", signal: stopper.first.signal };
  await told(run(request, part(started, stopper.first)));
  expect(seen).toEqual([true]);

  const left = await killedAfter(started, ({ kind, run: who }) => kind === "model.done" && who === "r1.1");
  const { end } = await told(resume({ run: "r1", signal: stopper.second.signal }, part(left, stopper.second)));
  expect(seen).toEqual([true, true]);
  expect(end.status).toBe("cancelled");
});
