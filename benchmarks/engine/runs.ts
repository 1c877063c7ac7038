/**
 * What one run takes, of the processor and of the day.
 *
 * @module
 */
import type { Job, Measured } from "../runner/cell.ts";
import { median } from "../runner/figures.ts";
import { cpuMsOf, perCpuSecond } from "../runner/measure.ts";
import type { Checked } from "./scenarios.ts";

/** Does a run so many times, one after the other. */
export const times =
  ({ once }: Checked) =>
  async (many: number): Promise<void> => {
    for (let done = 0; done < many; done += 1) await once();
  };

/** Microseconds of CPU time that a run takes. */
export async function cpuOf(runs: Checked, { effort }: Job): Promise<Measured> {
  await runs.once();
  runs.settle();
  const perSecond = await perCpuSecond(times(runs), effort);
  runs.settle();
  return { value: 1e6 / perSecond };
}

/** Microseconds from the start of a run to its end: the one in the middle. */
export async function wallOf(runs: Checked, { effort: { warmMs, measureMs } }: Job): Promise<Measured> {
  await runs.once();
  runs.settle();
  for (let spentMs = 0; spentMs < warmMs;) spentMs += await cpuMsOf(times(runs), 1);
  const taken: number[] = [];
  for (const began = performance.now(); performance.now() - began < measureMs || taken.length < 5;) {
    const before = performance.now();
    await runs.once();
    taken.push((performance.now() - before) * 1_000);
  }
  runs.settle();
  return { value: median(taken), note: `the middle of ${taken.length}` };
}
