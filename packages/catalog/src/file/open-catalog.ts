import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { stampOf } from "@polyglav/registry/file";
import { type LiveCatalog, liveCatalog } from "../live-catalog.ts";
import { type LoadedCatalog, loadCatalog } from "./load-catalog.ts";
import { legacyFolderOf } from "./legacy-folder.ts";
import { catalogFolders, type CatalogPlaces, SYSTEM_POLICY } from "./places.ts";

/**
 * Opens the catalog on disk for runs that go on while people edit it: as `loadCatalog`, and each `refresh` asks the
 * system what the files look like and reads them again only where one is another. Watches nothing and keeps no process
 * alive: whoever runs a step refreshes before it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { editEntry, openCatalog } from "@polyglav/catalog/file";
 *
 * const cwd = mkdtempSync(join(tmpdir(), "catalog-"));
 * const places = { cwd, home: cwd, env: {}, trust: true };
 * const live = openCatalog(places);
 *
 * editEntry(places, { kind: "role", name: "poet" }, [{ path: ["system_prompt"], value: "Rhyme." }]);
 * assert.deepEqual(live.refresh().names.roles, ["poet"]);
 * assert.equal(live.current().role("poet")?.role.system_prompt, "Rhyme.");
 * assert.equal(live.refresh().changed, false);
 * ```
 */
export const openCatalog = (places: CatalogPlaces): LiveCatalog<LoadedCatalog> =>
  liveCatalog({ load: () => loadCatalog(places), stamp: () => stampCatalog(places) });

const FILES = ["config.json", "role_config.yaml", "roles.json", "teams.json", "types.json"];

/** What everything that `loadCatalog` reads looks like to the system, as one string. */
export function stampCatalog(places: CatalogPlaces): string {
  const { global, local } = catalogFolders(places);
  const folders = [
    ...(global === undefined ? [] : [global, legacyFolderOf(global, "global")]),
    ...(places.noLocal === true ? [] : [local, legacyFolderOf(local, "local")]),
  ];
  const { config, env, systemPolicy = SYSTEM_POLICY } = places;
  const named = [env.POLYGLAV_POLICY, config].flatMap((file) => (file === undefined || file === "" ? [] : [file]));
  const files = [systemPolicy, ...named.map((file) => resolve(places.cwd, file))];
  return JSON.stringify([
    ...files.map((file) => stampOf(file) ?? ""),
    ...folders.flatMap((folder) => [
      ...FILES.map((name) => stampOf(join(folder, name)) ?? ""),
      ...skillStamps(join(folder, "skills")),
    ]),
  ]);
}

/** A skill is a file of the folder, or a folder in it with a file in it. */
function skillStamps(folder: string): readonly string[] {
  return namesIn(folder).flatMap((name) => [
    name,
    stampOf(join(folder, name)) ?? "",
    ...(name.includes(".") ? [] : [stampOf(join(folder, name, "SKILL.md")) ?? ""]),
  ]);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // ENOENT mostly; what else is wrong the reader reports.
    return [];
  }
}
