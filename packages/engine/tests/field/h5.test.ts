import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { delegate, told, world } from "./world.ts";

it("H5: nobody can wait for itself, nor for somebody who waits for it", async () => {
  const asked: string[] = [];
  const deps = world({
    roles: { mid: {} },
    moves: {
      boss: [{ call: [delegate("mid")] }, { text: "ok" }],
      mid: [
        { call: [delegate("mid", { resume: "r1.1" })] },
        { call: [delegate("boss", { resume: "r1" })] },
        { text: "Neither works." },
      ],
    },
    visit: ({ run: who }) => {
      asked.push(who);
      return undefined;
    },
  });
  const { all, end } = await told(run({ role: "boss", task: "Do it" }, deps));
  expect(all("tool-end").map(({ run: who, status, output }) => [who, status, output])).toEqual([
    ["r1.1", "error", expect.stringContaining('Cannot resume "r1.1": it is this run itself')],
    ["r1.1", "error", expect.stringContaining('Cannot resume "r1": it waits for this run')],
    ["r1", "ok", "Neither works."],
  ]);
  expect(all("delegate-start")).toHaveLength(1);
  expect(asked.filter((who) => who !== "r1" && who !== "r1.1")).toEqual([]);
  expect(end.status).toBe("ok");
});
