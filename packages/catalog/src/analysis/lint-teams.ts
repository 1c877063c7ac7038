import { type Catalog } from "../catalog.ts";
import { nearest } from "../nearest.ts";
import { describe } from "../subject.ts";
import { type LintFinding, placeOf } from "./finding.ts";

/** Stages whose role is in no layer that counts: the team cannot run, though it may be that somebody still adds it. */
export function lintStages(catalog: Catalog): readonly LintFinding[] {
  const { roles, teams, withheld } = catalog;
  return teams.names().flatMap((name) =>
    (catalog.team(name)?.team.stages ?? []).flatMap(({ role }, index): readonly LintFinding[] => {
      if (roles.has(role)) return [];
      const near = nearest(role, roles.names());
      const isWithheld = withheld.some((one) => one.kind === "role" && one.name === role);
      const hint = isWithheld ? "It is in a folder that is not trusted" : near && `Did you mean "${near}"?`;
      return [
        {
          code: "lint/unknown-role-in-team",
          kind: "team",
          severity: "error",
          ...placeOf(teams.explain(name), "stages"),
          name,
          field: `stages.${index}.role`,
          message: `team ${describe(name)} has a stage for role ${describe(role)}, which does not exist`,
          ...(hint !== undefined && { hint }),
        },
      ];
    }),
  );
}

/** Loops that are none, as the team itself says, and those that are no use. */
export function lintLoops(catalog: Catalog): readonly LintFinding[] {
  const { teams } = catalog;
  return teams.names().flatMap((name): readonly LintFinding[] => {
    const view = catalog.team(name);
    const finding = { code: "lint/loop", kind: "team", name } as const;
    const broken = (view?.problems ?? []).map((problem) => ({ ...problem, ...finding }));
    if (view?.loop?.max_iterations !== 1) return broken;
    const message = `team ${describe(name)} has a loop that runs once, so nothing is ever repeated`;
    const place = placeOf(teams.explain(name), "loop");
    return [{ ...finding, severity: "warning", ...place, field: "loop.max_iterations", message }];
  });
}
