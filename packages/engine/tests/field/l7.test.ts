import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { delegate, told, world } from "./world.ts";

it.each(["Code Reviewer", "code_reviewer", " code-reviewer "])("L7: %j is found as the role it means", async (name) => {
  const deps = world({
    moves: {
      boss: [{ call: [delegate(name)] }, { text: "ok" }],
      "code-reviewer": [{ text: "No findings." }],
    },
  });
  const { all } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(all("tool-end")).toMatchObject([{ status: "ok", output: "No findings." }]);
});

it("L7: a name that is none is answered with the nearest one", async () => {
  const deps = world({
    roles: { reviewer: {} },
    moves: { boss: [{ call: [delegate("reviewr")] }, { text: "ok" }] },
  });
  const { all } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(all("tool-end")).toMatchObject([{ status: "error", output: expect.stringContaining('"reviewer"') }]);
});
