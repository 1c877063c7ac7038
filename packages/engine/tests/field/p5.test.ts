import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { type World, delegate, told, world } from "./world.ts";

/** The tools that the child of `boss` is shown. */
async function shownTo(role: unknown, more: Partial<World>): Promise<readonly string[] | undefined> {
  let shown: readonly string[] | undefined;
  const deps = world({
    moves: { boss: [{ call: [delegate("leaf", { role })] }, { text: "ok" }] },
    otherwise: [{ text: "ok" }],
    config: { temporary_roles: "allow" },
    visit: ({ run: who, tools }) => {
      if (who === "r1.1") shown = tools;
      return undefined;
    },
    ...more,
  });
  await told(run({ role: "boss", task: "Do it" }, deps));
  return shown;
}

it("P5: a role that may use nothing has no tools, and one that says nothing has those of its caller", async () => {
  expect(await shownTo("leaf", { roles: { leaf: { tool_permission: { "*": "deny" } } } })).toEqual([]);
  expect(await shownTo("leaf", { roles: { leaf: {} } })).toEqual(["read", "bash", "delegate", "ask"]);
});

it("P5: a role that is made up for a task has the tools that are named for it, and none when none is", async () => {
  expect(await shownTo({ prompt: "Look.", tool_permission: { read: "allow" } }, {})).toEqual(["read"]);
  expect(await shownTo({ prompt: "Look.", tool_permission: {} }, {})).toEqual([]);
  expect(await shownTo({ prompt: "Look." }, {})).toEqual([]);
});
