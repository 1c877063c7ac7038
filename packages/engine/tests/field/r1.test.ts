import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { delegate, read, told, world } from "./world.ts";

it("R1: what a child said before its last tool call is its result when it says nothing afterwards", async () => {
  const deps = world({
    roles: { leaf: {} },
    moves: {
      boss: [{ call: [delegate("leaf")] }, { text: "ok" }],
      leaf: [{ text: "The bug is in line 7.", call: [read()] }, { text: "" }],
    },
  });
  const { all } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(all("tool-end").at(-1)).toMatchObject({ tool: "delegate", status: "ok", output: "The bug is in line 7." });
  expect(all("delegate-end")).toMatchObject([{ outcome: "done", content: "The bug is in line 7." }]);
});
