import { lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Problem } from "@polyglav/registry";
import { putEntry, readJsonLayer } from "@polyglav/registry/file";
import { readSkillFolder } from "@polyglav/skills/file";
import { isObject } from "../../subject.ts";
import { legacyFolderOf, readLegacyFolder } from "../legacy-folder.ts";
import { catalogFolders, type CatalogPlaces } from "../places.ts";

/** One thing that a folder of the older form holds, and where it would go. */
export interface ReplioStep {
  readonly kind: "role" | "team" | "skill";
  readonly name: string;
  readonly layer: "global" | "local";
  readonly from: string;
  readonly to: string;
  /** `write` where there is nothing of that name yet; `keep` where there is, and stays as it is. */
  readonly plan: "write" | "keep";
}

/** What became of a step. */
export interface ReplioReceipt extends ReplioStep {
  readonly outcome: "written" | "kept" | "failed";
  /** Why it failed. */
  readonly problem?: Problem;
}

/** Where both forms are looked for. */
export type ReplioPlaces = Pick<CatalogPlaces, "cwd" | "home" | "env">;

interface Planned extends ReplioStep {
  readonly entry: unknown;
}

/**
 * Tells what {@link importReplio} would do, and writes nothing: each role, team and skill of `.replio` and of the user's
 * `replio`, into the folder of ours of the same layer. What cannot be read is not in the plan.
 */
export const planReplio = (places: ReplioPlaces): readonly ReplioStep[] =>
  planned(places).map(({ entry, ...step }) => step);

/**
 * Writes what the plan says into our form, one by one, with a receipt for each. Nothing that is there is overwritten or
 * mixed with, and the older folder stays as it is. Doing it again keeps all. Never throws for what is on disk.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { loadCatalog } from "@polyglav/catalog/file";
 * import { importReplio, planReplio } from "@polyglav/catalog/file/legacy";
 *
 * const cwd = mkdtempSync(join(tmpdir(), "catalog-"));
 * mkdirSync(join(cwd, ".replio"));
 * writeFileSync(join(cwd, ".replio/types.json"), '{ "poet": { "system_prompt": "Rhyme." } }');
 * const places = { cwd, home: cwd, env: {} };
 *
 * assert.deepEqual(planReplio(places).map(({ name, plan }) => [name, plan]), [["poet", "write"]]);
 * assert.deepEqual(importReplio(places).map(({ name, outcome }) => [name, outcome]), [["poet", "written"]]);
 * assert.deepEqual(importReplio(places).map(({ name, outcome }) => [name, outcome]), [["poet", "kept"]]);
 * assert.equal(loadCatalog({ ...places, trust: true }).role("poet")?.role.system_prompt, "Rhyme.");
 * ```
 */
export function importReplio(places: ReplioPlaces): readonly ReplioReceipt[] {
  return planned(places).map(({ entry, ...step }): ReplioReceipt => {
    if (step.plan === "keep") return { ...step, outcome: "kept" };
    const problem = step.kind === "skill" ? copySkill(step) : putWritten(step, entry);
    return problem === undefined ? { ...step, outcome: "written" } : { ...step, outcome: "failed", problem };
  });
}

function planned(places: ReplioPlaces): readonly Planned[] {
  const folders = catalogFolders({ ...places, trust: false });
  return (["global", "local"] as const).flatMap((layer) => {
    const folder = folders[layer];
    return folder === undefined ? [] : plannedIn(folder, layer);
  });
}

function plannedIn(folder: string, layer: "global" | "local"): readonly Planned[] {
  const legacy = readLegacyFolder(legacyFolderOf(folder, layer), layer);
  if (legacy === undefined) return [];
  const json = (kind: "role" | "team", file: string): readonly Planned[] => {
    const { entries, where } = kind === "role" ? legacy.roles : legacy.teams;
    const to = join(folder, file);
    const own = readJsonLayer(to, { layer }).entries;
    return [...entries].map(([name, entry]) => {
      const from = where?.(name)?.file ?? join(legacy.folder, file);
      return { kind, name, layer, from, to, plan: own.has(name) ? "keep" : "write", entry };
    });
  };
  const skills = [...readSkillFolder(join(legacy.folder, "skills"), { layer }).entries].map(
    ([name, entry]): Planned => {
      const [from, to] = [legacy.folder, folder].map((each) => join(each, "skills", `${name}.md`));
      return {
        kind: "skill",
        name,
        layer,
        from: from ?? "",
        to: to ?? "",
        plan: isThere(to ?? "") ? "keep" : "write",
        entry,
      };
    },
  );
  return [...json("role", "roles.json"), ...json("team", "teams.json"), ...skills];
}

/** Only entries are moved: a tombstone of the older form takes nothing away once ours says something. */
function putWritten({ name, layer, to }: ReplioStep, entry: unknown): Problem | undefined {
  if (!isObject(entry)) return failure(to, layer, "it is no object");
  const put = putEntry(to, name, entry, { layer });
  return put.ok ? undefined : put.problem;
}

function copySkill({ from, to, layer }: ReplioStep): Problem | undefined {
  const folders = [dirname(to), dirname(dirname(to))];
  // A folder that came from somebody else must not choose where on the disk something is made.
  if (layer === "local" && folders.some(isLink)) return failure(to, layer, "a link is in the place of its folder");
  try {
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(from), { flag: "wx" });
    return undefined;
  } catch (error) {
    const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error);
    return failure(to, layer, code);
  }
}

const failure = (file: string, layer: string, state: string): Problem => ({
  code: "legacy/not-imported",
  severity: "error",
  layer,
  file,
  message: `Cannot import into "${file}": ${state}`,
});

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function isThere(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch (error) {
    // Whatever else is in the way is met again when it is written.
    return !(typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT");
  }
}
