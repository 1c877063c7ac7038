import { expect, it } from "vitest";
import { answerAsk } from "../../src/run/answer-ask.ts";
import { openAsks } from "../../src/run/read-run.ts";
import { resume, run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { echoTool } from "../stage.ts";
import { bash, delegate, told, world } from "./world.ts";

it("A2: of two children of the same role that wait for the same call, the one goes on that was answered", async () => {
  const store = memoryStore();
  let ran = 0;
  const deps = world({
    store,
    operator: undefined,
    tools: {
      bash: echoTool("bash", "bash", "command", async () => {
        ran += 1;
        return "passed";
      }),
    },
    roles: { leaf: { tool_permission: { bash: "ask" } } },
    moves: {
      boss: [{ call: [delegate("leaf"), delegate("leaf")] }, { text: "ok" }],
      leaf: [{ call: [bash()] }, { text: "It passed." }],
    },
  });
  await told(run({ role: "boss", task: "Do it", onAsk: "park" }, deps));
  const asks = await openAsks(store);
  expect(asks.map(({ by }) => by)).toEqual(["r1.1", "r1.2"]);
  const second = asks.find(({ by }) => by === "r1.2")?.ask ?? "";
  await answerAsk({ run: "r1", ask: second, answer: { say: "once" } }, { store });
  const { all, end } = await told(resume({ run: "r1" }, deps));
  expect(all("delegate-end")).toMatchObject([{ child: "r1.2", outcome: "done" }]);
  expect(ran).toBe(1);
  expect(end.status).toBe("waiting");
  expect((await openAsks(store)).map(({ by }) => by)).toEqual(["r1.1"]);
});
