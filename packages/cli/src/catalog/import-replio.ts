import { importReplio, planReplio, type ReplioReceipt, type ReplioStep } from "@polyglav/catalog/file/legacy";
import type { Output } from "../command.ts";
import { problemLines } from "../catalog-report.ts";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { displayPath, type Viewpoint } from "../view/place.ts";
import { visibleLine } from "../visible.ts";

/** Shows what would be moved from folders of the older form, or moves it. Nothing is overwritten, nothing removed. */
export function moveReplio(isWritten: boolean, { places, viewpoint }: Session): Output {
  const receipts = isWritten ? importReplio(places()) : [];
  const steps: readonly (ReplioStep | ReplioReceipt)[] = isWritten ? receipts : planReplio(places());
  const problems = receipts.flatMap(({ problem }) => problem ?? []);
  const count = steps.filter((step) => wordOf(step).startsWith("writ")).length;
  const done = isWritten ? "written" : "to be written; pass --write to do it";
  return {
    data: { steps },
    lines: [
      ...steps.map((step) => lineOf(step, viewpoint)),
      ...problemLines(problems, viewpoint),
      [steps.length === 0 ? "there is nothing of the older form" : `${count} of ${steps.length} ${done}`],
    ],
    ...(problems.length > 0 && { exit: "not-ready" as const }),
  };
}

const wordOf = (step: ReplioStep | ReplioReceipt): string => ("outcome" in step ? step.outcome : step.plan);

function lineOf(step: ReplioStep | ReplioReceipt, viewpoint: Viewpoint): Line {
  const word = wordOf(step);
  return [
    [word.startsWith("writ") ? "good" : word === "failed" ? "bad" : "dim", word.padEnd(8)],
    ` ${step.kind} `,
    ["name", visibleLine(step.name)],
    ["dim", `   ${visibleLine(displayPath(step.from, viewpoint))} → ${visibleLine(displayPath(step.to, viewpoint))}`],
  ];
}
