import { expect, it } from "vitest";
import { answerAsk } from "../../src/run/answer-ask.ts";
import { openAsks } from "../../src/run/read-run.ts";
import { resume, run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { echoTool } from "../stage.ts";
import { type World, bash, delegate, told, world } from "./world.ts";

function inWorld(more: Partial<World>) {
  const ran: unknown[] = [];
  const deps = world({
    tools: {
      bash: echoTool("bash", "bash", "command", async (input) => {
        ran.push(input);
        return "passed";
      }),
    },
    roles: { leaf: { tool_permission: { bash: "ask" } } },
    moves: {
      boss: [{ call: [delegate("leaf")] }, { text: "All done." }],
      leaf: [{ call: [bash()] }, { text: "It passed." }],
    },
    ...more,
  });
  return { deps, ran };
}

it("A1: a call of a child that was approved is carried out, once, and its caller goes on", async () => {
  const { deps, ran } = inWorld({});
  const { end } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(ran).toEqual([{ command: "npm test" }]);
  expect(end).toMatchObject({ status: "ok", content: "All done." });
});

it("A1: also when the approval comes after the run was left to wait", async () => {
  const store = memoryStore();
  const { deps, ran } = inWorld({ store, operator: undefined });
  const before = await told(run({ role: "boss", task: "Do it", onAsk: "park" }, deps));
  expect(before.end).toMatchObject({ status: "waiting", exitCode: 7 });
  const [ask] = await openAsks(store);
  expect(await answerAsk({ run: "r1", ask: ask?.ask ?? "", answer: { say: "once" } }, { store })).toBe("resolved");
  const { end } = await told(resume({ run: "r1" }, deps));
  expect(ran).toHaveLength(1);
  expect(end).toMatchObject({ status: "ok", content: "All done." });
});
