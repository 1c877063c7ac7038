import { isAbsolute, join, resolve } from "node:path";
import { foldName } from "@polyglav/permissions/path";
import type { Problem } from "@polyglav/registry";
import { readJsonDocument, readJsonLayer } from "@polyglav/registry/file";
import { openSkills } from "@polyglav/skills/file";
import { type Catalog, createCatalog } from "../catalog.ts";
import { type WrittenConfigLayer } from "../config-layers.ts";
import { type WrittenLayer } from "../layers.ts";
import { type PluginEntries } from "../plugins.ts";
import { type WrittenPolicy } from "../policy.ts";
import { type SkillLibrary } from "../skill-layers.ts";
import { stackLayers } from "../stack-layers.ts";
import { legacyFolderOf, readLegacyFolder } from "./legacy-folder.ts";
import { type CatalogFolders, catalogFolders, type CatalogPlaces, SYSTEM_POLICY } from "./places.ts";
import { withRoleConfig } from "./role-config-file.ts";
import { catalogSkillPlaces } from "./skill-places.ts";

/** A catalog that was read from disk. */
export interface LoadedCatalog extends Catalog {
  readonly places: CatalogFolders;
}

/** What a catalog has besides what lies in its folders. */
export interface LoadOptions {
  readonly plugins?: readonly PluginEntries[] | undefined;
  /** The skills, opened before; without them they are opened at their places. */
  readonly skills?: SkillLibrary | undefined;
}

/**
 * Reads the layers on disk, `config.json`, `role_config.yaml`, `roles.json` and `teams.json` of the global and the local
 * folder, and makes a catalog of them. Of the skills, ours and those of other programs, the heads are listed; one is
 * read when somebody uses it, and nothing of a local one where the folder is not trusted. What a folder of the older form, `.replio`, says lies under
 * what ours of the same layer says, with a warning. It makes no file and no folder, and never throws for what is there: a file that
 * is missing says nothing, one that cannot be read is a problem, with its place, and among the `faults` if it could
 * hold a permission.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { loadCatalog } from "@polyglav/catalog/file";
 *
 * const cwd = mkdtempSync(join(tmpdir(), "catalog-"));
 * const catalog = loadCatalog({ cwd, home: cwd, env: {}, trust: false });
 *
 * assert.equal(catalog.roles.names().length, 11);
 * assert.equal(catalog.places.local, join(cwd, ".polyglav"));
 * ```
 */
export function loadCatalog(places: CatalogPlaces, { plugins, skills }: LoadOptions = {}): LoadedCatalog {
  const folders = catalogFolders(places);
  const global = readFolder(folders.global, "global");
  const local = places.noLocal === true ? undefined : readFolder(folders.local, "local");
  const catalog = createCatalog({
    trusted: places.trust,
    roles: { global: global.roles, ...(local && { local: local.roles }) },
    teams: { global: global.teams, ...(local && { local: local.teams }) },
    skills: skills ?? openSkills({ places: catalogSkillPlaces(places), trusted: places.trust }),
    ...(plugins !== undefined && { plugins }),
    config: {
      global: global.config,
      ...(local && { local: local.config }),
      ...(places.config !== undefined && { flag: readNamed("config", resolve(places.cwd, places.config)) }),
    },
    policies: readPolicies(places),
    cap: places.cap,
    mode: places.mode,
    worktree: resolve(places.cwd),
    // Their volumes fold as a rule. Where one does not, rules mean a little more than they say and never less.
    ...(FOLDING.has(process.platform) && { fold: foldName }),
    ...(isAbsolute(places.home) && { home: resolve(places.home) }),
  });
  return Object.freeze({ ...catalog, places: folders });
}

interface Folder {
  readonly roles: WrittenLayer;
  readonly teams: WrittenLayer;
  readonly config: WrittenConfigLayer;
}

const readFolder = (folder: string | undefined, layer: "global" | "local"): Folder =>
  folder === undefined ? withoutFolder(layer) : readFolderAt(folder, layer);

/** Nothing is known of the layer, and that is said: it could have held a denial. */
function withoutFolder(layer: "global" | "local"): Folder {
  const problem: Problem = {
    code: "file/no-home",
    severity: "warning",
    layer,
    message: `Cannot read the ${layer} layer: HOME is not an absolute path`,
    hint: "Set HOME, or XDG_CONFIG_HOME, to an absolute path",
  };
  const nothing = { entries: new Map<string, never>() };
  return { roles: { ...nothing, problems: [problem] }, teams: nothing, config: { value: undefined } };
}

function readFolderAt(folder: string, layer: "global" | "local"): Folder {
  const own = readOwnFolder(folder, layer);
  const legacy = readLegacyFolder(legacyFolderOf(folder, layer), layer);
  if (legacy === undefined) return own;
  return {
    roles: stackLayers(own.roles, legacy.roles),
    teams: stackLayers(own.teams, legacy.teams),
    config: own.config,
  };
}

const readOwnFolder = (folder: string, layer: "global" | "local"): Folder => ({
  roles: readJsonLayer(join(folder, "roles.json"), { layer }),
  teams: readJsonLayer(join(folder, "teams.json"), { layer }),
  config: withRoleConfig(
    readJsonDocument(join(folder, "config.json"), { layer }),
    join(folder, "role_config.yaml"),
    layer,
  ),
});

/** The policy of the machine, where there is one, and the one that the environment names, which has to be there. */
function readPolicies({ cwd, env, systemPolicy = SYSTEM_POLICY }: CatalogPlaces): readonly WrittenPolicy[] {
  const named = env.POLYGLAV_POLICY;
  const system = readJsonDocument(systemPolicy, { layer: "policy" });
  return named === undefined || named === "" ? [system] : [system, readNamed("policy", resolve(cwd, named))];
}

const FOLDING: ReadonlySet<string> = new Set(["darwin", "win32"]);

/** Reads a file that somebody named: unlike the others it has to be there. */
function readNamed(what: "config" | "policy", file: string): WrittenConfigLayer {
  const layer = what === "config" ? "flag" : "policy";
  const document = readJsonDocument(file, { layer });
  if (document.exists && document.readable) return document;
  const state = document.exists ? "it cannot be read" : "there is no such file";
  const message = `Cannot use ${what} "${file}": ${state}`;
  const problem = { code: `${what}/unreadable`, severity: "error", message, layer, file } as const;
  return { value: undefined, readable: false, problems: [...document.problems, problem] };
}
