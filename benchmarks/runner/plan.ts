/**
 * Which cells a run has, and in which order.
 *
 * @module
 */
import type { Case, Outcome, Subject, Suite } from "./benchmark.ts";
import type { Wanted } from "./command-line.ts";

/** One subject on one case. */
export interface Cell {
  readonly suite: Suite;
  readonly work: Case;
  readonly subject: Subject;
}

/**
 * Lists the cells, case by case: the subjects of one case run one after the other, so that whatever else the machine
 * does falls on all of them alike.
 */
export function planCells(suites: readonly Suite[], { how, cases, subjects }: Wanted): readonly Cell[] {
  const isMeant = (names: readonly string[], parts: readonly string[]): boolean =>
    parts.length === 0 || parts.some((part) => names.some((name) => name.includes(part)));
  return suites.flatMap((suite) =>
    suite.cases
      .filter((work) => (how === "full" || work.quick) && isMeant([work.name, work.short], cases))
      .flatMap((work) =>
        suite.subjects
          .filter((subject) => isMeant([subject.name], subjects) && subject.leavesOut?.(work, how) !== true)
          .map((subject) => ({ suite, work, subject })),
      ),
  );
}

/**
 * Tells whether another round could change anything that is compared: not for what did not come to a figure, and not
 * for a peer or a reference that is far from the best.
 */
export function isWorthRepeating(cell: Cell, outcome: Outcome, best: number): boolean {
  if (outcome.kind !== "measured") return false;
  if (cell.subject.kind === "ours") return true;
  return cell.suite.better === "more" ? outcome.value * FAR > best : outcome.value < best * FAR;
}

/** Takes the better of two outcomes of one cell. A disagreement stays one, and a figure is better than none. */
export function better(suite: Suite, a: Outcome, b: Outcome): Outcome {
  if (a.kind === "disagrees" || b.kind === "disagrees") return a.kind === "disagrees" ? a : b;
  if (a.kind !== "measured" || b.kind !== "measured") return a.kind === "measured" ? a : b;
  return (suite.better === "more") === b.value > a.value ? b : a;
}

/** This many times worse than the best is far: runs differ by a quarter, not by that. */
const FAR = 4;
