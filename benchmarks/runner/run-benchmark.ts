/**
 * Runs the cells of a benchmark, one after the other, round by round.
 *
 * @module
 */
import type { Effort, How, Outcome, Result } from "./benchmark.ts";
import { better, type Cell, isWorthRepeating } from "./plan.ts";
import { shortNumber } from "./report.ts";

/** How a run touches the world. */
export interface Running {
  readonly run: (cell: Cell, effort: Effort) => Promise<Outcome>;
  /** One line for each cell that has ended. */
  readonly say: (line: string) => void;
}

/** Measures every cell and gives the outcomes in the order of the cells. The best of all rounds counts. */
export async function runCells(cells: readonly Cell[], how: How, { run, say }: Running): Promise<readonly Result[]> {
  const outcomes = new Map<Cell, Outcome>();
  const most = Math.max(0, ...cells.map(({ suite }) => suite.effort[how].rounds));
  for (let round = 1; round <= most; round += 1) {
    for (const cell of cells) {
      const effort = cell.suite.effort[how];
      const before = outcomes.get(cell);
      if (round > effort.rounds) continue;
      if (before !== undefined && !isWorthRepeating(cell, before, bestOf(cell, outcomes))) continue;
      const outcome = await run(cell, effort);
      outcomes.set(cell, before === undefined ? outcome : better(cell.suite, before, outcome));
      say(`${cell.work.name} · ${cell.subject.name}: ${outcomeText(outcome, cell.suite.unit)}`);
    }
  }
  return cells.flatMap((cell) => {
    const outcome = outcomes.get(cell);
    return outcome === undefined ? [] : [{ ...cell, outcome }];
  });
}

function bestOf(cell: Cell, outcomes: ReadonlyMap<Cell, Outcome>): number {
  const values = [...outcomes].flatMap(([other, outcome]) =>
    other.work === cell.work && other.subject.kind !== "reference" && outcome.kind === "measured"
      ? [outcome.value]
      : [],
  );
  return cell.suite.better === "more" ? Math.max(...values) : Math.min(...values);
}

function outcomeText(outcome: Outcome, unit: string): string {
  switch (outcome.kind) {
    case "measured":
      return `${shortNumber(outcome.value)} ${unit}${outcome.note === undefined ? "" : ` (${outcome.note})`}`;
    case "disagrees":
      return `disagrees: ${outcome.why}`;
    case "failed":
      return `failed: ${outcome.why}`;
    case "over-limit":
      return `gave no figure within ${outcome.limitMs / 1_000} s`;
  }
}
