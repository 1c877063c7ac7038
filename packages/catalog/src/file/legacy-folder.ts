import { existsSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { type Problem } from "@polyglav/registry";
import { readJsonLayer } from "@polyglav/registry/file";
import { openSkills, type UntrustedSkill } from "@polyglav/skills/file";
import { type WrittenLayer } from "../layers.ts";
import { stackLayers } from "../stack-layers.ts";

/** What a folder of the older form says: roles under their older name too. */
export interface LegacyFolder {
  readonly folder: string;
  readonly roles: WrittenLayer;
  readonly teams: WrittenLayer;
}

/** Gives the folder of the older form that lies beside one of ours: `.replio` beside `.polyglav`. */
export const legacyFolderOf = (folder: string, layer: "global" | "local"): string =>
  join(dirname(folder), layer === "local" ? ".replio" : "replio");

/**
 * Reads a folder of the older form, where there is one: the types of `types.json` are roles, under those of
 * `roles.json`. Its skills are among those of `catalogSkillPlaces`. A warning `legacy/read` says that it was; nothing is ever written there.
 */
export function readLegacyFolder(folder: string, layer: "global" | "local"): LegacyFolder | undefined {
  if (!existsSync(folder)) return undefined;
  const [types, roles, teams] = ["types.json", "roles.json", "teams.json"].map((name) =>
    readJsonLayer(join(folder, name), { layer }),
  );
  if (types === undefined || roles === undefined || teams === undefined) return undefined;
  if (![types, roles, teams].some(({ exists }) => exists) && legacySkills(folder, layer).length === 0) {
    return undefined;
  }
  const notice: Problem = {
    code: "legacy/read",
    severity: "warning",
    layer,
    file: folder,
    message: `Cannot change what "${folder}" says: it is of an older form, which is read and no more`,
    hint: "Import it with `polyglav import replio`, and what is imported counts before it",
  };
  return { folder, roles: stackLayers(roles, { ...types, problems: [notice, ...types.problems] }), teams };
}

/**
 * Lists what is a skill by its name and place in a folder of the older form: `<name>.md` and `<name>/SKILL.md`. Nothing
 * is opened. In the local layer no link is followed out of the working folder.
 */
export function legacySkills(folder: string, layer: "global" | "local"): readonly FoundSkill[] {
  const within = layer === "local" ? dirname(folder) : parse(folder).root;
  return skillsIn(join(folder, "skills"), within);
}

/** A file that is a skill by its name and place. */
export type FoundSkill = Pick<UntrustedSkill, "name" | "file">;

/** Lists skills and opens none: of places that do not count only the names are told. */
export const skillsIn = (dir: string, within?: string): readonly FoundSkill[] =>
  openSkills({ places: [{ dir, layer: "local", flat: true, within }], trusted: false }).withheld();
