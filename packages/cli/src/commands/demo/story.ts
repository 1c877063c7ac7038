import { createTwoFilesPatch } from "diff";
import type { Line, Span } from "../../line.ts";
import { BUG, TASK, TEST_COMMAND } from "./project.ts";
import type { Proof } from "./proof.ts";
import { shellPath } from "./started.ts";

/** What is said before the first event. */
export function openingLines(folder: string): readonly Line[] {
  return [
    [["strong", "polyglav demo"], " · the model and the operator's answers are scripted, everything else is real"],
    [],
    ["  project   ", folder],
    ["  task      ", TASK],
    ["  roles     ", "supervisor (its own, in .polyglav/roles.json), planner, programmer, code-reviewer (bundled)"],
    [
      "            ",
      "the supervisor may not edit or run bash itself; it may hand down edit, and bash with a yes each time",
    ],
    [],
  ];
}

/** What is said after the last one: the change, what happened, and where to look next. */
export function closingLines(proof: Proof, folder: string, polyglav: string): readonly Line[] {
  const explain = `${polyglav} permissions explain -C ${shellPath(folder)} --trust --as`;
  const { testRuns, denied, approved, delegated } = proof;
  const tests = testRuns.map((code): Span => (code === 0 ? ["good", "green"] : ["bad", "red"]));
  return [
    [],
    [["strong", `Changed ${BUG.path}`]],
    ...diffLines(proof.before, proof.after),
    [],
    [["strong", "What happened"]],
    ["  delegated   ", delegated.join(", ")],
    [
      "  tests       ",
      ...tests.flatMap((span, index): Span[] => (index === 0 ? [span] : [" → ", span])),
      ["dim", `  (${TEST_COMMAND}, ${testRuns.length} times)`],
    ],
    ...[...new Set(approved)].map((summary): Line => ["  approved    ", summary, ["dim", timesIn(summary, approved)]]),
    ...denied.map(({ role, summary, why }): Line => [
      "  denied      ",
      `${role}: ${summary}`,
      ["dim", `  because ${why} = deny`],
    ]),
    ["  answer      ", proof.answer],
    [],
    [["strong", "Ask why"]],
    [`  ${explain} supervisor bash "${TEST_COMMAND}"`],
    [`  ${explain} supervisor/programmer bash "${TEST_COMMAND}"`],
  ];
}

/** Every call that must be asked for is asked for anew: a yes counts once. */
function timesIn(summary: string, all: readonly string[]): string {
  const times = all.filter((one) => one === summary).length;
  return times === 1 ? "  (once, by the operator)" : `  (${times} times, by the operator, each by itself)`;
}

function diffLines(before: string, after: string): readonly Line[] {
  const patch = createTwoFilesPatch(`a/${BUG.path}`, `b/${BUG.path}`, before, after, undefined, undefined, {
    context: 1,
  });
  return patch
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line): Line => {
      if (line.startsWith("+") && !line.startsWith("+++")) return [["good", line]];
      if (line.startsWith("-") && !line.startsWith("---")) return [["bad", line]];
      return [["dim", line]];
    });
}
