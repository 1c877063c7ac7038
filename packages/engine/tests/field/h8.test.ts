import { expect, it } from "vitest";
import { folder } from "./folder.ts";
import { program } from "./program.ts";
import { delegate, read } from "./world.ts";

it("H8: a process that has told its end goes away by itself, also when it had children", async () => {
  const { ended, events } = program({
    dir: folder(),
    moves: {
      boss: [
        { call: [delegate("planner"), delegate("tester", { background: true })] },
        { text: "Done.", repeat: true },
      ],
      planner: [{ call: [read()] }, { text: "1. Do it." }],
      tester: [{ text: "Fine." }],
    },
  });
  const { code, errors, lingeredMs } = await ended;
  expect(errors).toBe("");
  expect(events().at(-1)).toMatchObject({ type: "run-end", status: "ok", content: "Done." });
  expect(code).toBe(0);
  expect(lingeredMs).toBeLessThan(2_000);
});
