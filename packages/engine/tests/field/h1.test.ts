import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { fakeClock } from "../../src/testing/index.ts";
import { between, delegate, driven, told, world } from "./world.ts";

it("H1: a child that is stuck takes its own time from its caller and no more, and not in silence", async () => {
  const clock = fakeClock();
  const deps = world({
    clock,
    roles: { leaf: { limits: { ms: 200 } } },
    moves: { boss: [{ call: [delegate("leaf")] }, { text: "Without it, then." }], leaf: [{ hang: true }] },
  });
  const { events, all, end } = await driven(clock, told(run({ role: "boss", task: "Do it" }, deps)));
  const [answer] = all("tool-end");
  expect(answer).toMatchObject({ status: "error", output: expect.stringContaining("(timeout)") });
  expect(between(all("delegate-start")[0], answer)).toBeLessThanOrEqual(300);
  expect(end).toMatchObject({ status: "ok", content: "Without it, then." });
  const waiting = events.findIndex(({ type, run: who }) => type === "waiting" && who === "r1.1");
  expect(waiting).toBeGreaterThan(0);
  expect(waiting).toBeLessThan(events.findIndex(({ type }) => type === "tool-end"));
});
