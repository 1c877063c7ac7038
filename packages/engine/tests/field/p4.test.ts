import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { echoTool } from "../stage.ts";
import { delegate, told, world } from "./world.ts";

it("P4: a role that only plans cannot have others edit for it, at any depth", async () => {
  const edited: unknown[] = [];
  const edit = { call: [{ tool: "edit", input: { path: "a.ts" } }] };
  const deps = world({
    tools: {
      edit: echoTool("edit", "edit", "path", async (input) => {
        edited.push(input);
        return "x";
      }),
    },
    roles: {
      plan: { tool_permission: { edit: "deny" } },
      mid: { grant_permission: { edit: "allow" } },
      coder: { tool_permission: { edit: "allow" } },
    },
    moves: {
      boss: [{ call: [delegate("plan")] }, { text: "ok" }],
      plan: [{ call: [delegate("mid")] }, { text: "ok" }],
      mid: [edit, { call: [delegate("coder")] }, { text: "ok" }],
      coder: [edit, { text: "ok" }],
    },
  });
  const { all } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(all("delegate-start").map(({ role, carve }) => [role, carve.edit])).toEqual([
    ["plan", "deny"],
    ["mid", "deny"],
    ["coder", "deny"],
  ]);
  expect(edited).toEqual([]);
});
