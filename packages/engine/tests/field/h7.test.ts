import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { delegate, told, world } from "./world.ts";

it("H7: of a thousand children that end as soon as they start, no result is lost", async () => {
  const hundred = { call: Array.from({ length: 100 }, () => delegate("leaf")) };
  const deps = world({
    roles: { leaf: {} },
    config: { limits: { agents: 1_000 } },
    moves: {
      boss: [...Array.from({ length: 10 }, () => hundred), { text: "All are there." }],
      leaf: [{ text: "Done." }],
    },
  });
  const { all, end } = await told(run({ role: "boss", task: "Do it", stream: false }, deps));
  expect(all("tool-end").filter(({ output }) => output === "Done.")).toHaveLength(1_000);
  expect(end).toMatchObject({ status: "ok", content: "All are there." });
});

it("H7: neither when they run in the background", async () => {
  const behind = { call: Array.from({ length: 100 }, () => delegate("leaf", { background: true })) };
  let last = "";
  const deps = world({
    roles: { leaf: {} },
    config: { limits: { agents: 100 } },
    moves: { boss: [behind, { text: "ok", repeat: true }], leaf: [{ text: "Done." }] },
    visit: ({ run: who, prompt }) => {
      if (who === "r1") last = JSON.stringify(prompt);
      return undefined;
    },
  });
  await told(run({ role: "boss", task: "Do it", stream: false }, deps));
  expect(last.match(/\[background] leaf \(r1\.\d+\) has ended/g)).toHaveLength(100);
});
