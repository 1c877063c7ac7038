/**
 * What a thousand take, and leave behind: runs one after the other, and delegations of one run.
 *
 * @module
 */
import { type Job, type Measured, wordGiven } from "../runner/cell.ts";
import { cpuMsOf } from "../runner/measure.ts";
import type { Agents } from "./agents.ts";
import { times } from "./runs.ts";
import { type Checked, checked } from "./scenarios.ts";

/** A thousand runs of one process: what one takes, or what it leaves behind when all garbage is collected. */
export async function thousandRuns(agents: Agents, figure: string): Promise<Measured> {
  const runs = checked("delegate1", agents);
  await times(runs)(100);
  runs.settle();
  const before = await heapKept();
  const began = performance.now();
  const cpuMs = await cpuMsOf(times(runs), 1_000);
  const wallMs = performance.now() - began;
  const kB = ((await heapKept()) - before) / 1_024 / 1_000;
  runs.settle();
  const note = `${(wallMs / 1_000).toFixed(2)} ms of wall time and ${kB.toFixed(2)} kB kept a run`;
  // Less than that is noise of the collector, which may also give back what was there before.
  return figure === "kept" ? { value: Math.max(kB, 0.1), note } : { value: cpuMs, note };
}

/**
 * Delegations of one run, one after the other, while what it has to remember grows. What is compiled is compiled in
 * runs of a hundred before, so that it is not taken for what the first hundred cost.
 */
export async function delegations(agents: Agents, { given, effort: { warmMs, measureMs } }: Job): Promise<Measured> {
  const hundred = checked("seq100", agents);
  for (let spentMs = 0; spentMs < warmMs;) spentMs += await cpuMsOf(times(hundred), 1);
  hundred.settle();
  const costOf = async (runs: Checked, tasks: number): Promise<number> => {
    let [spentMs, done] = [0, 0];
    for (; spentMs < measureMs; done += 1) spentMs += await cpuMsOf(times(runs), 1);
    runs.settle();
    return (spentMs * 1_000) / done / tasks;
  };
  const figure = wordGiven(given, "figure");
  if (figure === "seq100") return { value: await costOf(hundred, 100) };
  const thousand = checked("seq1000", agents);
  if (figure === "seq1000") return { value: await costOf(thousand, 1_000) };
  if (figure === "growth") {
    const [few, many] = [await costOf(hundred, 100), await costOf(thousand, 1_000)];
    return { value: many / few, note: `${few.toFixed(1)} µs each of 100, ${many.toFixed(1)} µs each of 1,000` };
  }
  await heapKept();
  await thousand.once();
  const heap = process.memoryUsage().heapUsed;
  thousand.settle();
  return { value: heap / MB, note: `${((await heapKept()) / MB).toFixed(1)} MB when garbage is collected` };
}

const MB = 1_024 * 1_024;

/** Bytes that are in use when all garbage is collected, also what is collected only after a look at it. */
async function heapKept(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error("Cannot measure the heap: start Node with --expose-gc");
  for (let pass = 0; pass < 3; pass += 1) {
    globalThis.gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}
