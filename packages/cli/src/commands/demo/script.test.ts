import { expect, it } from "vitest";
import { demoScript, PAUSE_MS } from "./script.ts";

it("the pauses of a demo leave most of ten seconds to what is real", () => {
  const moves = Object.values(demoScript(PAUSE_MS).roles ?? {}).flat();
  const waits = moves.reduce((sum, move) => sum + (move.waitMs ?? 0), 0);
  // The operator takes two pauses for each of the two asks.
  expect(waits + 2 * 2 * PAUSE_MS).toBeLessThan(6_000);
  expect(waits).toBeGreaterThan(0);
});
