/**
 * How work is measured that uses up what it is given: everything is prepared outside of the clock.
 *
 * @module
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Job } from "../runner/cell.ts";

/** Prepares so many pieces of work, of which each is done once. */
export type Prepare<Input> = (pieces: number) => readonly Input[];

/**
 * Measures how often work is done per second of CPU time of the whole process, on inputs that nobody has used. Garbage
 * of the preparing is collected before the clock starts, that of the work while it runs.
 */
export async function perFreshCpuSecond<Input>(
  prepare: Prepare<Input>,
  work: (input: Input) => unknown,
  { warmMs, measureMs }: Job["effort"],
  mostPieces: number,
): Promise<number> {
  let pieces = 1;
  const batch = async (): Promise<number> => {
    const inputs = prepare(pieces);
    collectGarbage();
    const before = process.cpuUsage();
    for (const input of inputs) {
      const made = work(input);
      if (made instanceof Promise) await made;
    }
    const { user, system } = process.cpuUsage(before);
    return Math.max(user + system, 1) / 1_000;
  };

  for (let spentMs = 0; spentMs < warmMs;) {
    const tookMs = await batch();
    spentMs += tookMs;
    if (tookMs < BATCH_MS) pieces = Math.min(pieces * 2, mostPieces);
  }
  let done = 0;
  let spentMs = 0;
  while (spentMs < measureMs) {
    spentMs += await batch();
    done += pieces;
  }
  return done / (spentMs / 1_000);
}

/** Long enough that reading the clock does not count. */
const BATCH_MS = 8;

const collectGarbage: () => void = (() => {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return typeof collect === "function" ? () => void Reflect.apply(collect, undefined, []) : () => undefined;
})();
