import { join, resolve } from "node:path";
import { type JsonDocument, readJsonDocument, readJsonLayer } from "@polyglav/registry/file";
import { readSkillFolder } from "@polyglav/skills/file";
import { type Catalog, createCatalog, type WrittenConfigLayer } from "../index.ts";
import { type CatalogFolders, catalogFolders, type CatalogPlaces } from "./places.ts";

/** A catalog that was read from disk. */
export interface LoadedCatalog extends Catalog {
  readonly places: CatalogFolders;
}

/**
 * Reads the layers on disk, `config.json`, `roles.json`, `teams.json` and `skills/*.md` of the global and the local
 * folder, and makes a catalog of them. It makes no file and no folder, and never throws for what is there: a file that
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
export function loadCatalog(places: CatalogPlaces): LoadedCatalog {
  const folders = catalogFolders(places);
  const read = (["global", "local"] as const)
    .filter((layer) => layer === "global" || places.noLocal !== true)
    .map((layer) => {
      const folder = folders[layer];
      return {
        roles: { [layer]: readJsonLayer(join(folder, "roles.json"), { layer }) },
        teams: { [layer]: readJsonLayer(join(folder, "teams.json"), { layer }) },
        skills: { [layer]: readSkillFolder(join(folder, "skills"), { layer }) },
        config: { [layer]: readJsonDocument(join(folder, "config.json"), { layer }) },
      };
    });
  const catalog = createCatalog({
    trusted: places.trust,
    roles: Object.assign({}, ...read.map((layer) => layer.roles)),
    teams: Object.assign({}, ...read.map((layer) => layer.teams)),
    skills: Object.assign({}, ...read.map((layer) => layer.skills)),
    config: {
      ...Object.assign({}, ...read.map((layer) => layer.config)),
      ...(places.config !== undefined && { flag: namedConfig(resolve(places.cwd, places.config)) }),
    },
  });
  return { ...catalog, places: folders };
}

/** Reads a config file that somebody named: unlike the others it has to be there. */
function namedConfig(file: string): WrittenConfigLayer {
  const document: JsonDocument = readJsonDocument(file, { layer: "flag" });
  if (document.exists && document.readable) return document;
  const message = document.exists
    ? `Cannot use config "${file}": it cannot be read`
    : `Cannot use config "${file}": there is no such file`;
  const problem = { code: "config/unreadable", severity: "error", message, layer: "flag", file } as const;
  return { value: undefined, readable: false, problems: [...document.problems, problem] };
}
