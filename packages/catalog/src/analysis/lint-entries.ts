import { type Catalog } from "../catalog.ts";
import { nearest } from "../nearest.ts";
import { describe } from "../subject.ts";
import { type LintFinding, placeOf } from "./finding.ts";

/** Roles and teams that do not say what they are for, and roles without a prompt. */
export function silentEntries(catalog: Catalog): readonly LintFinding[] {
  const { roles, teams } = catalog;
  const found: LintFinding[] = [];
  for (const name of roles.names()) {
    const place = placeOf(roles.explain(name));
    const about = { kind: "role", severity: "warning", ...place, name } as const;
    const { description = "", system_prompt = "" } = catalog.role(name)?.role ?? {};
    if (description.trim() === "") found.push(withoutDescription("role", name, place));
    if (system_prompt.trim() === "") {
      const message = `role ${describe(name)} has no system_prompt: it runs without any instructions`;
      found.push({ code: "lint/empty-prompt", ...about, field: "system_prompt", message });
    }
  }
  for (const name of teams.names()) {
    if ((catalog.team(name)?.team.description ?? "").trim() !== "") continue;
    found.push(withoutDescription("team", name, placeOf(teams.explain(name))));
  }
  return found;
}

const withoutDescription = (kind: "role" | "team", name: string, place: ReturnType<typeof placeOf>): LintFinding => ({
  code: "lint/no-description",
  kind,
  severity: "warning",
  ...place,
  name,
  field: "description",
  message: `${kind} ${describe(name)} has no description: nobody can tell when to choose it`,
  hint: "Write one line",
});

/** Skills of roles and stages that are in no layer that counts. */
export function unknownSkills(catalog: Catalog): readonly LintFinding[] {
  const { roles, teams, skills } = catalog;
  const known = skills.names();
  const finding = (kind: "role" | "team", name: string, skill: string, place: Partial<LintFinding>): LintFinding => {
    const near = nearest(skill, known);
    const isWithheld = catalog.withheld.some((one) => one.kind === "skill" && one.name === skill);
    const hint = isWithheld ? "It is in a folder that is not trusted" : near && `Did you mean "${near}"?`;
    return {
      code: "lint/unknown-skill",
      kind,
      severity: "warning",
      ...place,
      name,
      message: `${kind} ${describe(name)} has the skill ${describe(skill)}, which does not exist`,
      ...(hint !== undefined && { hint }),
    };
  };
  const ofRoles = roles
    .names()
    .flatMap((name) =>
      (catalog.role(name)?.role.skills ?? [])
        .filter((skill) => !skills.has(skill))
        .map((skill) => finding("role", name, skill, { ...placeOf(roles.explain(name), "skills"), field: "skills" })),
    );
  const ofTeams = teams.names().flatMap((name) =>
    (catalog.team(name)?.team.stages ?? []).flatMap((stage, index) =>
      stage.skills
        .filter((skill) => !skills.has(skill))
        .map((skill) => {
          const field = `stages.${index}.skills`;
          return finding("team", name, skill, { ...placeOf(teams.explain(name), "stages"), field });
        }),
    ),
  );
  return [...ofRoles, ...ofTeams];
}
