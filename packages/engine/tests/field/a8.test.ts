import { expect, it } from "vitest";
import { answerAsk } from "../../src/run/answer-ask.ts";
import { openAsks } from "../../src/run/read-run.ts";
import { resume, run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { echoTool } from "../stage.ts";
import { bash, delegate, read, told, world } from "./world.ts";

it("A8: what was done before an ask, at every depth, is not done again when the run goes on", async () => {
  const store = memoryStore();
  const done: string[] = [];
  const deps = world({
    store,
    operator: undefined,
    tools: {
      read: echoTool("read", "read", "path", async (input) => {
        done.push(JSON.stringify(input));
        return "x";
      }),
      bash: echoTool("bash", "bash", "command"),
    },
    roles: { mid: {}, leaf: { tool_permission: { bash: "ask" } } },
    moves: {
      boss: [{ call: [read("boss"), delegate("mid")] }, { text: "ok" }],
      mid: [{ call: [read("mid")] }, { call: [delegate("leaf")] }, { text: "ok" }],
      // In the same step as the ask, too.
      leaf: [{ call: [read("leaf")] }, { call: [read("beside"), bash()] }, { text: "ok" }],
    },
  });
  await told(run({ role: "boss", task: "Do it", onAsk: "park" }, deps));
  const [ask] = await openAsks(store);
  await answerAsk({ run: "r1", ask: ask?.ask ?? "", answer: { say: "once" } }, { store });
  const { end } = await told(resume({ run: "r1" }, deps));
  expect(done).toEqual(["boss", "mid", "leaf", "beside"].map((path) => JSON.stringify({ path })));
  expect(end.status).toBe("ok");
});
