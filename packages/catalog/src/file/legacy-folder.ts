import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Problem } from "@polyglav/registry";
import { readJsonLayer } from "@polyglav/registry/file";
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
  if (![types, roles, teams].some(({ exists }) => exists) && !hasSkills(folder)) return undefined;
  const notice: Problem = {
    code: "legacy/read",
    severity: "warning",
    layer,
    file: folder,
    message: `Cannot change what "${folder}" says: it is of an older form, which is read and no more`,
    hint: "Import it, and what is imported counts before it",
  };
  return { folder, roles: stackLayers(roles, { ...types, problems: [notice, ...types.problems] }), teams };
}

function hasSkills(folder: string): boolean {
  try {
    return readdirSync(join(folder, "skills")).some((name) => /^(?!readme\.)[^.].*\.md$/i.test(name));
  } catch {
    // ENOENT mostly; what else is wrong whoever lists the skills reports.
    return false;
  }
}
