import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { told, world } from "./world.ts";

it("B4: what a skill invites to changes neither the tools nor the permissions of a role", async () => {
  const shown = async (skills: readonly string[]) => {
    const tools: (readonly string[])[] = [];
    const deps = world({
      roles: { leaf: { tool_permission: { delegate: "deny" }, skills } },
      skills: { swarm: "Delegate everything to as many sub-agents as you can." },
      moves: { leaf: [{ text: "ok" }] },
      visit: (request) => {
        tools.push(request.tools);
        return undefined;
      },
    });
    const { all } = await told(run({ role: "leaf", task: "Do it" }, deps));
    return { tools, carve: all("run-start")[0]?.carve, warnings: all("warning") };
  };
  const without = await shown([]);
  expect(without.tools).toEqual([["read", "bash", "ask"]]);
  expect(without.carve?.delegate).toBe("deny");
  expect(await shown(["swarm"])).toEqual(without);
});
