/**
 * A benchmark that measures nothing, for tests of what is done with figures.
 *
 * @module
 */
import type { Case, Outcome, Result, Subject, Suite } from "./benchmark.ts";

const effort = { warmMs: 0, measureMs: 0, rounds: 2, limitMs: 1_000 };

export const FAST: Case = { name: "work fast", short: "fast", given: {}, quick: true };
export const SLOW: Case = { name: "work slow", short: "slow", given: {}, quick: false };

export const subjectOf = (name: string, kind: Subject["kind"], more: Partial<Subject> = {}): Subject => ({
  name,
  kind,
  program: `${name}.ts`,
  ...more,
});

export const suiteOf = (more: Partial<Suite> = {}): Suite => ({
  name: "work",
  unit: "pieces per CPU-second",
  better: "more",
  cases: [FAST, SLOW],
  subjects: [
    subjectOf("polyglav", "ours"),
    subjectOf("able", "peer"),
    subjectOf("meek", "peer"),
    subjectOf("floor", "reference"),
  ],
  effort: { full: effort, quick: effort },
  ...more,
});

export const measured = (value: number): Outcome => ({ kind: "measured", value });

/** The results of one case, by the names of the subjects. */
export const resultsOf = (suite: Suite, work: Case, outcomes: Readonly<Record<string, Outcome>>): readonly Result[] =>
  suite.subjects.flatMap((subject) => {
    const outcome = outcomes[subject.name];
    return outcome === undefined ? [] : [{ suite, work, subject, outcome }];
  });
