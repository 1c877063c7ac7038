import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { delegate, told, world } from "./world.ts";

it("B2: a tree that fans out starts as many agents as it may have, and says to the others how many that are", async () => {
  const five = { call: Array.from({ length: 5 }, () => delegate("boss")) };
  const deps = world({
    config: { limits: { agents: 20, depth: 10 } },
    moves: {},
    otherwise: [five, { text: "ok" }],
  });
  const { all, end } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(all("delegate-start")).toHaveLength(20);
  const refused = all("tool-end").filter(({ status }) => status !== "ok");
  // 21 agents ask for five each, and 20 of all those are started.
  expect(refused).toHaveLength(21 * 5 - 20);
  expect(refused.every(({ output }) => output.includes("20 agents"))).toBe(true);
  expect(end.status).toBe("ok");
});
