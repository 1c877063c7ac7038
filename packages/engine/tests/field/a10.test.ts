import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { bash, delegate, told, world } from "./world.ts";

it("A10: somebody can still be asked when ten children have come, asked and gone", async () => {
  const deps = world({
    roles: { leaf: {} },
    moves: {
      boss: [...Array.from({ length: 10 }, () => ({ call: [delegate("leaf")] })), { call: [bash()] }, { text: "ok" }],
      leaf: [{ call: [bash("ls")] }, { text: "ok" }],
    },
  });
  const { all, end } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(all("ask-open")).toHaveLength(11);
  expect(all("ask-close").map(({ answer }) => answer)).toEqual(Array.from({ length: 11 }, () => "once"));
  expect(all("tool-end").at(-1)).toMatchObject({ run: "r1", tool: "bash", status: "ok" });
  expect(end.status).toBe("ok");
});
