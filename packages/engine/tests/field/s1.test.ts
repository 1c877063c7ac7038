import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { delegate, told, world } from "./world.ts";

it.each([
  ["the same role", "leaf"],
  ["another role", "other"],
])("S1: a child that fails costs its siblings nothing, and its caller goes on (%s)", async (_, role) => {
  const script = [{ text: "Done.", waitMs: 20 }];
  const deps = world({
    retries: 0,
    roles: { leaf: {}, other: {} },
    moves: {
      boss: [{ call: [delegate("leaf"), delegate(role), delegate("leaf")] }, { text: "Two of three." }],
      leaf: script,
      other: script,
    },
    visit: ({ run: who }) => {
      if (who === "r1.2") throw new Error("the model broke");
      return undefined;
    },
  });
  const { all, end } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(
    all("delegate-end")
      .map(({ child, outcome }) => `${child} ${outcome}`)
      .toSorted(),
  ).toEqual(["r1.1 done", "r1.2 error", "r1.3 done"]);
  expect(all("tool-end").filter(({ output }) => output === "Done.")).toHaveLength(2);
  expect(all("tool-end").filter(({ output }) => output.includes("the model broke"))).toHaveLength(1);
  expect(end).toMatchObject({ status: "ok", content: "Two of three." });
});
