import { expect, it } from "vitest";
import { answerAsk } from "../../src/run/answer-ask.ts";
import { openAsks } from "../../src/run/read-run.ts";
import { resume, run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { echoTool } from "../stage.ts";
import { bash, delegate, read, told, world } from "./world.ts";

it.each([true, false])("A4: an approval does not begin a child anew (in the background: %s)", async (background) => {
  const store = memoryStore();
  const ran: string[] = [];
  const counted = (tool: string, argument: string) =>
    echoTool(tool, tool, argument, async () => {
      ran.push(tool);
      return "x";
    });
  const deps = world({
    store,
    operator: undefined,
    tools: { read: counted("read", "path"), bash: counted("bash", "command") },
    roles: { leaf: { tool_permission: { bash: "ask" } } },
    moves: {
      boss: [{ call: [delegate("leaf", { background })] }, { text: "ok", repeat: true }],
      leaf: [{ call: [read()] }, { call: [bash()] }, { text: "It passed." }],
    },
  });
  const before = await told(run({ role: "boss", task: "Do it", onAsk: "park" }, deps));
  expect(before.end.status).toBe("waiting");
  const [ask] = await openAsks(store);
  await answerAsk({ run: "r1", ask: ask?.ask ?? "", answer: { say: "once" } }, { store });
  const { all, end } = await told(resume({ run: "r1" }, deps));
  expect(ran).toEqual(["read", "bash"]);
  expect(all("delegate-end")).toMatchObject([{ outcome: "done", content: "It passed." }]);
  expect(end.status).toBe("ok");
});
