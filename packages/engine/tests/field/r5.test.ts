import { expect, it } from "vitest";
import { cancelRun } from "../../src/run/cancel-run.ts";
import { run } from "../../src/run/run.ts";
import { textOf } from "../../src/model/message.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { scriptedModels } from "../../src/testing/index.ts";
import { echoTool } from "../stage.ts";
import { aborted, delegate, logged, read, told, world } from "./world.ts";

it("R5: the work of a child that was cancelled is kept, and can be gone on with", async () => {
  const store = memoryStore();
  const script = scriptedModels({
    roles: {
      boss: [{ call: [delegate("leaf")] }, { call: [delegate("leaf", { resume: "r1.1" })] }, { text: "ok" }],
      leaf: [1, 2, 3, 4, 5, 6].map((part) =>
        part < 6 ? { text: `Part ${part}.`, call: [read(String(part))] } : { text: "Part 6." },
      ),
    },
  });
  let prompt = "";
  const deps = world({
    store,
    roles: { leaf: {} },
    moves: {},
    // The second run of the role goes on with what the first one did, so its model does, too.
    models: {
      resolve: (ref, use) => script.resolve(ref, use.run === "r1.2" ? { ...use, requests: use.requests + 4 } : use),
    },
    tools: {
      read: echoTool("read", "read", "path", async (input, { abortSignal }) => {
        if (JSON.stringify(input) === '{"path":"4"}') {
          await cancelRun({ run: "r1", below: "r1.1" }, { store });
          await aborted(abortSignal);
        }
        return "x";
      }),
    },
    visit: (request) => {
      if (request.run === "r1.2" && prompt === "") prompt = JSON.stringify(request.prompt);
      return undefined;
    },
  });
  const { all, end } = await told(run({ role: "boss", task: "Do it" }, deps));
  const [first, second] = all("delegate-end");
  expect(first).toMatchObject({ child: "r1.1", outcome: "cancelled", content: "Part 4." });
  expect(all("tool-end").find(({ run: who }) => who === "r1")?.output).toMatch(/\(cancelled\)[^]*Part 4\./);
  const said = (who: string) => (of: { run: string }) => of.run === who;
  const done = await logged(store, "model.done");
  expect(done.filter(said("r1.1")).map((entry) => textOf(entry.said))).toEqual(
    [1, 2, 3, 4].map((part) => `Part ${part}.`),
  );
  for (const part of [1, 2, 3, 4]) expect(prompt).toContain(`Part ${part}.`);
  expect(done.filter(said("r1.2")).map((entry) => textOf(entry.said))).toEqual(["Part 5.", "Part 6."]);
  expect(second).toMatchObject({ child: "r1.2", outcome: "done" });
  expect(end.status).toBe("ok");
});
