import type { TeamView } from "@polyglav/catalog";
import type { Line } from "../line.ts";
import { visibleLine } from "../visible.ts";

/** Shows a team: its name and origin, its stages with what each is told, and its loop. */
export function teamLines({ team, origin, loop }: TeamView): readonly Line[] {
  const { name, description, tags, stages } = team;
  return [
    [
      ["name", visibleLine(name)],
      ["dim", ` (${origin})`],
    ],
    ...(description === "" ? [] : [[`  ${visibleLine(description)}`]]),
    [`  tags: ${tags.length === 0 ? "(none)" : tags.map(visibleLine).join(", ")}`],
    [stages.length === 0 ? "  stages: (none)" : "  stages:"],
    ...stages.flatMap((stage, index) => stageLines(stage, index)),
    ...(loop === undefined
      ? []
      : [
          [
            `  loop: stages ${loop.first + 1} to ${loop.last + 1}, at most ${loop.max_iterations} times, until "${visibleLine(loop.verdict)}" passes`,
          ],
        ]),
  ];
}

function stageLines(stage: TeamView["team"]["stages"][number], index: number): readonly Line[] {
  const mode = stage.mode === "" ? "" : ` [mode=${visibleLine(stage.mode)}]`;
  const told: readonly (readonly [string, string])[] = [
    ["task", stage.task_hint],
    ["hands over", stage.handoff_note],
    ["skills", stage.skills.join(", ")],
  ];
  return [
    [`    ${index + 1}. `, ["name", visibleLine(stage.role)], mode],
    ...told
      .filter(([, text]) => text !== "")
      .map(([what, text]): Line => [["dim", `       ${what}: `], visibleLine(text)]),
  ];
}
