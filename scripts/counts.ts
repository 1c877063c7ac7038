/**
 * The line that ends a test run, the gate and the run of both: how many passed, failed, were skipped.
 *
 * @module
 */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Words counts as `3 passed, 0 failed`, with `, 1 skipped` when some were. `.ci/run` adds such lines up. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
