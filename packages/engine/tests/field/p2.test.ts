import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { bash, delegate, told, world } from "./world.ts";

it.each([
  ["with it in its grants", { bash: "allow" }, "ok"],
  ["without", {}, "denied"],
])("P2: a leader that may not use a shell hands one down %s", async (_, grant_permission, status) => {
  const deps = world({
    operator: undefined,
    config: { tool_permission: { bash: "allow" } },
    roles: {
      lead: { tool_permission: { bash: "deny" }, grant_permission },
      coder: { tool_permission: { bash: "allow" } },
    },
    moves: {
      boss: [{ call: [delegate("lead")] }, { text: "ok" }],
      lead: [{ call: [bash()] }, { call: [delegate("coder")] }, { text: "ok" }],
      coder: [{ call: [bash()] }, { text: "ok" }],
    },
  });
  const { all } = await told(run({ role: "boss", task: "Do it" }, deps));
  const calls = all("tool-end").filter(({ tool }) => tool === "bash");
  expect(calls.map((call) => [call.run, call.status])).toEqual([
    ["r1.1", "denied"],
    ["r1.1.1", status],
  ]);
});
