/**
 * From outcomes to rows: what is compared with what.
 *
 * @module
 */
import type { Result, Row, Suite } from "./benchmark.ts";

/** Makes a row of every cell that came to a figure, in the order of the cells. */
export function rowsOf(results: readonly Result[]): readonly Row[] {
  return results.flatMap(({ suite, work, subject, outcome }) => {
    if (outcome.kind !== "measured") return [];
    const best = subject.kind === "reference" ? undefined : bestPeer(results, suite, work.name);
    const ratio = best === undefined ? null : ratioTo(suite.better, outcome.value, best);
    return [{ case: work.name, subject: subject.name, value: outcome.value, unit: suite.unit, ratioToBestPeer: ratio }];
  });
}

/** How many times as good a figure is as another one, whichever way is good. */
export function ratioTo(direction: Suite["better"], value: number, other: number): number {
  return direction === "more" ? value / other : other / value;
}

/** The best figure among the peers of a case. */
function bestPeer(results: readonly Result[], suite: Suite, work: string): number | undefined {
  const values = results.flatMap((result) =>
    result.work.name === work && result.subject.kind === "peer" && result.outcome.kind === "measured"
      ? [result.outcome.value]
      : [],
  );
  if (values.length === 0) return undefined;
  return suite.better === "more" ? Math.max(...values) : Math.min(...values);
}

/**
 * Whether a run has failed: somebody disagreed or broke, so the comparison is not whole, or ours came to no figure. A
 * peer that takes longer than its limit is only slow.
 */
export function hasFailed(results: readonly Result[]): boolean {
  return results.some(
    ({ subject, outcome }) =>
      outcome.kind === "disagrees" ||
      outcome.kind === "failed" ||
      (outcome.kind === "over-limit" && subject.kind === "ours"),
  );
}

/** The one in the middle; the upper one of two. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new RangeError("Cannot take a median: there are no values");
  return middle;
}
