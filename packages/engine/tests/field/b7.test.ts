import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { told, world } from "./world.ts";

it("B7: roles that may delegate to each other are looked at when they start, and not before", async () => {
  const startMs = async (): Promise<number> => {
    const began = performance.now();
    let ms = Infinity;
    const deps = world({
      roles: { a: { description: "asks b" }, b: { description: "asks a" } },
      moves: { a: [{ text: "ok" }] },
      visit: () => {
        ms = performance.now() - began;
        return undefined;
      },
    });
    expect((await told(run({ role: "a", task: "Do it" }, deps))).end.status).toBe("ok");
    return ms;
  };
  // The first times pay for what the process loads and compiles.
  const times = [await startMs(), await startMs(), await startMs()];
  expect(Math.min(...times)).toBeLessThan(50);
});
