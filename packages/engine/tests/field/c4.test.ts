import { expect, it, onTestFinished } from "vitest";
import { createModels } from "../../src/models/index.ts";
import { run } from "../../src/run/run.ts";
import { startMockServer } from "../mock-server.ts";
import { delegate, later, told, world } from "./world.ts";

it("C4: a cancelled run leaves no request open at its provider, not even in the middle of an answer", async () => {
  const server = await startMockServer({
    roles: { boss: [{ call: [delegate("leaf"), delegate("leaf")] }], leaf: [{ chunkThenSilence: "Well" }] },
  });
  onTestFinished(() => server.close());
  const open = () => server.requests.filter(({ ended }) => ended === undefined).length;
  const deps = world({
    models: createModels({ providers: { local: { base_url: server.url } }, env: {} }),
    moves: {},
    roles: { boss: { system_prompt: "[role: boss]" }, leaf: { system_prompt: "[role: leaf]" } },
  });
  const stopper = new AbortController();
  let inMidStream = 0;
  const { end } = await told(
    run({ role: "boss", task: "Do it", model: "local/m", signal: stopper.signal }, deps),
    ({ type, run: who }) => {
      if (type !== "text" || who === "r1") return;
      inMidStream = Math.max(inMidStream, open());
      stopper.abort();
    },
  );
  expect(end.status).toBe("cancelled");
  await later(100);
  expect(inMidStream).toBeGreaterThan(0);
  expect(open()).toBe(0);
});
