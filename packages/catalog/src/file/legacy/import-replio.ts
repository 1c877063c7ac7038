import { dirname, join } from "node:path";
import { type Problem } from "@polyglav/registry";
import { putEntry, readJsonLayer } from "@polyglav/registry/file";
import { type ImportReceipt, importSkills } from "@polyglav/skills/file";
import { isObject } from "../../subject.ts";
import { type LegacyFolder, legacyFolderOf, legacySkills, readLegacyFolder, skillsIn } from "../legacy-folder.ts";
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

/** Two folders of skills. */
interface Copied {
  readonly from: string;
  readonly into: { readonly dir: string; readonly within?: string };
}

interface LayerPlan {
  readonly steps: readonly Planned[];
  readonly skills: Copied;
}

/**
 * Tells what {@link importReplio} would do, and writes nothing: each role, team and skill of `.replio` and of the user's
 * `replio`, into the folder of ours of the same layer. A skill that is a folder goes with its files. Roles and teams that cannot be read are
 * not in the plan, nor is a skill that a link leads out of its folder to.
 */
export const planReplio = (places: ReplioPlaces): readonly ReplioStep[] =>
  planned(places).flatMap(({ steps }) => steps.map(({ entry, ...step }) => step));

/**
 * Writes what the plan says into our form, one by one, with a receipt for each. Nothing that is there is overwritten or
 * mixed with, and the older folder stays as it is; a skill is there whole or not at all. Doing it again keeps all. Never throws for what is on disk.
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
  return planned(places).flatMap(({ steps, skills }) => {
    const isCopy = steps.some(({ kind, plan }) => kind === "skill" && plan === "write");
    const copies = isCopy ? importSkills(skills.from, skills.into).receipts : [];
    return steps.map(({ entry, ...step }): ReplioReceipt => {
      if (step.plan === "keep") return { ...step, outcome: "kept" };
      if (step.kind === "skill") return receiptOf(step, copies);
      const problem = putWritten(step, entry);
      return problem === undefined ? { ...step, outcome: "written" } : { ...step, outcome: "failed", problem };
    });
  });
}

function planned(places: ReplioPlaces): readonly LayerPlan[] {
  const folders = catalogFolders({ ...places, trust: false });
  return (["global", "local"] as const).flatMap((layer) => {
    const folder = folders[layer];
    return folder === undefined ? [] : plannedIn(folder, layer);
  });
}

function plannedIn(folder: string, layer: "global" | "local"): readonly LayerPlan[] {
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
  const dir = join(folder, "skills");
  // A folder that came from somebody else must not choose where on the disk something is made.
  const into = layer === "local" ? { dir, within: dirname(folder) } : { dir };
  const skills = { from: join(legacy.folder, "skills"), into };
  return [
    {
      steps: [...json("role", "roles.json"), ...json("team", "teams.json"), ...skillSteps(legacy, layer, into)],
      skills,
    },
  ];
}

/** What `importSkills` would do. */
function skillSteps(
  { folder }: LegacyFolder,
  layer: "global" | "local",
  { dir: to, within }: Copied["into"],
): readonly Planned[] {
  // Where the folder of skills leads out of the working folder, nothing in it is read, and so nothing is copied.
  if (legacySkills(folder, layer).length === 0) return [];
  const dir = join(folder, "skills");
  const taken = new Map(skillsIn(to, within).map(({ name, file }) => [name.toLowerCase(), file]));
  return skillsIn(dir).map(({ name, file }): Planned => {
    const isFlat = dirname(file) === dir;
    const target = join(to, isFlat ? `${name}.md` : name);
    const there = taken.get(name.toLowerCase());
    return {
      kind: "skill",
      name,
      layer,
      from: isFlat ? file : dirname(file),
      to: there ?? target,
      plan: there === undefined ? "write" : "keep",
      entry: undefined,
    };
  });
}

/** What became of a skill, in our words. */
function receiptOf(step: ReplioStep, copies: readonly ImportReceipt[]): ReplioReceipt {
  const copy = copies.find(({ name }) => name === step.name);
  if (copy === undefined) return { ...step, outcome: "failed", problem: failure(step.to, step.layer, "it is gone") };
  const { outcome, to, problems } = copy;
  if (outcome === "copied") return { ...step, to, outcome: "written" };
  if (outcome === "exists") return { ...step, to, outcome: "kept" };
  const why = problems[0] ?? failure(to, step.layer, "nothing says why");
  return { ...step, to, outcome: "failed", problem: { ...why, code: NOT_IMPORTED, layer: step.layer } };
}

/** Only entries are moved: a tombstone of the older form takes nothing away once ours says something. */
function putWritten({ name, layer, to }: ReplioStep, entry: unknown): Problem | undefined {
  if (!isObject(entry)) return failure(to, layer, "it is no object");
  const put = putEntry(to, name, entry, { layer });
  return put.ok ? undefined : put.problem;
}

const NOT_IMPORTED = "legacy/not-imported";

const failure = (file: string, layer: string, state: string): Problem => ({
  code: NOT_IMPORTED,
  severity: "error",
  layer,
  file,
  message: `Cannot import into "${file}": ${state}`,
});
