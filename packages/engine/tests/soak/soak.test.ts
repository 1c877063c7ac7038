import { describe, expect, it } from "vitest";
import { folder } from "../field/folder.ts";
import { type Measured, type Order, soak } from "./soak.ts";

/** See README.md. */
const isFull = process.env.POLYGLAV_SOAK !== undefined;
const HOUR = 3_600_000;

async function measure(order: Omit<Order, "dir">, dir = folder()): Promise<Measured> {
  const found = await soak({ ...order, dir });
  // The figures are what the full size is run for.
  if (isFull) process.stdout.write(`${order.what} ${order.sizes.join(" ")}: ${JSON.stringify(found)}\n`);
  return found;
}

describe(`soak, ${isFull ? "full" : "small"}`, () => {
  it("many runs with many delegations leave nothing behind in the heap", { timeout: HOUR }, async () => {
    const [count, each] = isFull ? [1_000, 10] : [60, 5];
    const { heaps = [] } = await measure({ what: "runs", sizes: [count, each] });
    // What is compiled and cached is there after the first fifth.
    const [, early = 0, , , late = 0] = heaps;
    expect((late - early) / (((count * 3) / 5) * each)).toBeLessThan(isFull ? 60 : 1_500);
  });

  it("one run with many delegations keeps little of each", { timeout: HOUR }, async () => {
    const [count, atOnce] = isFull ? [10_000, 100] : [300, 10];
    const { heaps = [], delegations } = await measure({ what: "one-run", sizes: [count, atOnce] });
    expect(delegations).toBe(count);
    const [, early = 0, , , late = 0] = heaps;
    expect((late - early) / ((count * 3) / 5)).toBeLessThan(isFull ? 4_000 : 8_000);
  });

  it("many children at once all answer", { timeout: HOUR }, async () => {
    const count = isFull ? 1_000 : 100;
    const found = await measure({ what: "at-once", sizes: [count] });
    expect(found).toMatchObject({ answered: count, said: "All done." });
  });

  it("asks that wait are all answered after a restart", { timeout: HOUR }, async () => {
    const count = isFull ? 100 : 10;
    const dir = folder();
    expect((await measure({ what: "asks", sizes: [count], part: "begin" }, dir)).said).toMatch(/^waiting/);
    const after = await measure({ what: "asks", sizes: [count], part: "go on" }, dir);
    expect(after).toMatchObject({ answered: count, said: "All done." });
  });

  it("a delegation writes as much in a long run as in a short one", { timeout: HOUR }, async () => {
    const { short, long } = await measure({ what: "sequence", sizes: isFull ? [100, 1_000] : [20, 80] });
    expect(long?.bytes).toBeLessThan((short?.bytes ?? 0) * 1.1);
    expect(long?.written).toBeLessThan((short?.written ?? 0) * 1.1);
  });

  it.runIf(isFull)("a delegation takes as long in a long run as in a short one", { timeout: HOUR }, async () => {
    const { short, long } = await measure({ what: "sequence", sizes: [100, 1_000], timed: true });
    expect((long?.ms ?? 0) / (short?.ms ?? 1)).toBeLessThan(1.2);
  });
});
