import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { fakeClock } from "../../src/testing/index.ts";
import { echoTool } from "../stage.ts";
import { between, delegate, driven, read, told, world } from "./world.ts";

it("H2: a time limit covers the whole life of a child, however short each of its requests is", async () => {
  const clock = fakeClock();
  const quick = echoTool("read", "read", "path", async (_, { abortSignal }) => {
    await clock.sleep(10, abortSignal);
    return "x";
  });
  const deps = world({
    clock,
    tools: { read: quick },
    roles: { leaf: { limits: { ms: 300, steps: 1_000 } } },
    moves: { boss: [{ call: [delegate("leaf")] }, { text: "ok" }], leaf: [{ call: [read()], repeat: true }] },
  });
  const { all, end } = await driven(clock, told(run({ role: "boss", task: "Do it" }, deps)));
  const [ended] = all("delegate-end");
  expect(ended?.outcome).toBe("timeout");
  expect(between(all("delegate-start")[0], ended)).toBeLessThanOrEqual(350);
  expect(all("tool-end").filter(({ tool }) => tool === "read").length).toBeGreaterThan(1);
  expect(end.status).toBe("ok");
});
