import { expect, it, onTestFinished } from "vitest";
import { createModels } from "../../src/models/index.ts";
import { run } from "../../src/run/run.ts";
import { startMockServer } from "../mock-server.ts";
import { type Told, delegate, told, world } from "./world.ts";

const failed = ({ all, end }: Told): void => {
  expect(all("delegate-end")).toMatchObject([{ role: "leaf", outcome: "error" }]);
  expect(all("tool-end")).toMatchObject([{ status: "error", output: expect.stringContaining("(error)") }]);
  expect(end.status).toBe("ok");
};

it("R4: a child whose model fails has failed, and its caller reads why", async () => {
  const deps = world({
    retries: 0,
    roles: { leaf: {} },
    moves: {
      boss: [{ call: [delegate("leaf")] }, { text: "ok" }],
      leaf: [{ throw: { status: 400, message: "the context is too long" } }],
    },
  });
  const after = await told(run({ role: "boss", task: "Do it" }, deps));
  failed(after);
  expect(after.all("tool-end")[0]?.output).toContain("the context is too long");
});

it("R4: also one whose answer breaks off in the middle", async () => {
  const server = await startMockServer({
    roles: {
      boss: [{ call: [delegate("leaf")] }, { text: "ok" }],
      leaf: [{ breakOff: "reset", text: "The bug is" }],
    },
  });
  onTestFinished(() => server.close());
  const deps = world({
    retries: 0,
    models: createModels({ providers: { local: { base_url: server.url } }, env: {} }),
    moves: {},
    roles: { boss: { system_prompt: "[role: boss]" }, leaf: { system_prompt: "[role: leaf]" } },
  });
  const after = await told(run({ role: "boss", task: "Do it", model: "local/m" }, deps));
  failed(after);
  expect(after.all("tool-end")[0]?.output).toContain("The bug is");
});
