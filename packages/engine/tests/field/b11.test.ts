import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { type Move, scriptedModels } from "../../src/testing/index.ts";
import { read, told, world } from "./world.ts";

/** A provider that has prices, and never says how much was used. */
const priced = (boss: readonly Move[]) => {
  const models = scriptedModels({ roles: { boss } });
  return {
    resolve: (ref: string | undefined, use: Parameters<typeof models.resolve>[1]) => {
      const found = models.resolve(ref, use);
      return found.ok ? { ...found, price: { input: 1, output: 10 }, maxOutputTokens: 1_000 } : found;
    },
  };
};

it("B11: a call whose usage nobody reports is unknown and not free", async () => {
  const { end } = await told(
    run({ role: "boss", task: "Do it" }, world({ moves: {}, models: priced([{ text: "ok" }]) })),
  );
  expect(end.usage).toMatchObject({ calls: 1, unknown: 1, unpriced: 1 });
});

it("B11: a limit of money counts it by an estimate", async () => {
  const again = priced([{ call: [read()], repeat: true }]);
  const deps = world({ moves: {}, models: again });
  const { end } = await told(run({ role: "boss", task: "Do it", limits: { cost: 0.05 } }, deps));
  expect(end).toMatchObject({ status: "limit", error: { code: "POLYGLAV_COST" } });
  expect(end.usage.calls).toBeGreaterThan(0);
  expect(end.usage.calls).toBeLessThan(50);
});
