import { expect, it } from "vitest";
import { resume, run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { echoTool } from "../stage.ts";
import { bash, killedAfter, told, world } from "./world.ts";

it("D2: a call that was interrupted is still there for the model, which is told to look before it makes it again", async () => {
  let ran = 0;
  let prompt = "";
  const inWorld = (store: ReturnType<typeof memoryStore>) =>
    world({
      store,
      tools: {
        bash: echoTool("bash", "bash", "command", async () => {
          ran += 1;
          return "sent";
        }),
      },
      moves: { boss: [{ call: [bash("send the letter")] }, { text: "ok" }] },
      visit: (request) => {
        prompt = JSON.stringify(request.prompt);
        return undefined;
      },
    });
  const store = memoryStore();
  await told(run({ role: "boss", task: "Do it" }, inWorld(store)));
  expect(ran).toBe(1);

  const left = await killedAfter(store, ({ kind }) => kind === "tool.intended");
  const { end } = await told(resume({ run: "r1" }, inWorld(left)));
  expect(ran).toBe(1);
  expect(prompt).toContain("send the letter");
  expect(prompt).toContain("outcome of this bash call is unknown");
  expect(prompt).toContain("Check first");
  expect(end.status).toBe("ok");
});
