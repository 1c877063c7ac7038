/**
 * How a cell measures: it compares answers first, then counts how much is done per second of CPU time.
 *
 * @module
 */
import { Disagreement, type Job } from "./cell.ts";

/** Does the work so many times; asynchronous work returns a promise. */
export type Batch = (times: number) => unknown;

/**
 * Measures how often work is done per second of CPU time of the whole process, compiling and collecting garbage
 * included. What else runs on the machine takes wall time, not this.
 */
export async function perCpuSecond(batch: Batch, { warmMs, measureMs }: Job["effort"]): Promise<number> {
  let times = 1;
  for (let spentMs = 0; spentMs < warmMs;) {
    const began = process.hrtime.bigint();
    spentMs += await cpuMsOf(batch, times);
    const tookMs = Number(process.hrtime.bigint() - began) / 1e6;
    if (tookMs < BATCH_MS && times < MOST_TIMES) times *= 2;
  }
  let done = 0;
  let spentMs = 0;
  // A slow one gets three batches, unless they take many times as long as planned.
  for (let batches = 0; spentMs < measureMs || (batches < 3 && spentMs < measureMs * 4); batches += 1) {
    spentMs += await cpuMsOf(batch, times);
    done += times;
  }
  return done / (spentMs / 1_000);
}

/** Milliseconds of CPU time, of all threads of this process, that something takes. */
export async function cpuMsOf(batch: Batch, times: number): Promise<number> {
  const before = process.cpuUsage();
  const made = batch(times);
  if (made instanceof Promise) await made;
  const { user, system } = process.cpuUsage(before);
  // The clock has steps of a microsecond, or of much more where the system counts in ticks.
  return Math.max(user + system, 1) / 1_000;
}

/** A question with the answer that is right. */
export interface Question<Q> {
  readonly asked: Q;
  readonly right: string;
}

/**
 * Compares answers with what is right and throws a `Disagreement` for the first that is not: all of them, or where
 * that takes longer than a second, as many as can be asked in that time, but no fewer than 64.
 */
export function agree<Q>(questions: readonly Question<Q>[], answer: (asked: Q) => string): void {
  const began = performance.now();
  for (const [index, { asked, right }] of questions.entries()) {
    if (index >= 64 && performance.now() - began > 1_000) return;
    const given = answer(asked);
    if (given !== right)
      throw new Disagreement(`it answers ${given} to ${JSON.stringify(asked)}, and ${right} is right`);
  }
}

/** Long enough that reading the clock does not count. */
const BATCH_MS = 8;
const MOST_TIMES = 1 << 22;
