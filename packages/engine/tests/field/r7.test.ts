import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { delegate, told, world } from "./world.ts";

it("R7: the result of a child in the background wakes its caller, for one turn", async () => {
  const prompts: string[] = [];
  const deps = world({
    roles: { leaf: {} },
    moves: {
      boss: [
        { call: [delegate("leaf", { background: true })] },
        { text: "Nothing to do until then." },
        { text: "Now I know." },
        { text: "never asked" },
      ],
      leaf: [{ text: "The answer is 42.", waitMs: 30 }],
    },
    visit: ({ run: who, prompt }) => {
      if (who === "r1") prompts.push(JSON.stringify(prompt));
      return undefined;
    },
  });
  const { end } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(prompts.map((prompt) => prompt.split("The answer is 42.").length - 1)).toEqual([0, 0, 1]);
  expect(end).toMatchObject({ status: "ok", content: "Now I know." });
});
