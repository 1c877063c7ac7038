/**
 * A vitest reporter whose one line is the last of a test run: `N passed, N failed`, and `N skipped` when some were.
 * Machines read that line, so it has no colour and nothing follows it.
 *
 * @module
 */
import { type Counts, countsLine } from "./counts.ts";

/** What the count needs to know about a test file. Vitest's own test modules are of this shape. */
export interface CountedModule {
  readonly children: { allTests(): Iterable<{ result(): { readonly state: string } }> };
  state(): string;
}

/**
 * Counts tests by how they ended. A file that failed without a failed test (it did not load, or a hook threw) counts
 * as one failure, and so does an error that belongs to no test. Tests that never got to run count as skipped.
 */
export function tally(modules: Iterable<CountedModule>, unhandled: readonly unknown[]): Counts {
  const counts = { passed: 0, failed: unhandled.length, skipped: 0 };
  let files = 0;
  for (const module of modules) {
    files += 1;
    let failedHere = 0;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") counts.passed += 1;
      else if (state === "failed") failedHere += 1;
      else counts.skipped += 1;
    }
    counts.failed += module.state() === "failed" ? Math.max(failedHere, 1) : failedHere;
  }
  // A run that found nothing to run has shown nothing.
  return files === 0 ? { ...counts, failed: counts.failed + 1 } : counts;
}

/** What vitest calls. It asks for a default export. */
export default class PlainReporter {
  onTestRunEnd(modules: readonly CountedModule[], unhandled: readonly unknown[]): void {
    process.stdout.write(`\n${countsLine(tally(modules, unhandled))}\n`);
  }
}
