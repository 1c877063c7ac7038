import { join, resolve } from "node:path";
import { stampOf } from "@polyglav/registry/file";
import { openSkills, type Skills, stampSkills } from "@polyglav/skills/file";
import { type LiveCatalog, liveCatalog } from "../live-catalog.ts";
import { type LoadedCatalog, loadCatalog, type LoadOptions } from "./load-catalog.ts";
import { legacyFolderOf } from "./legacy-folder.ts";
import { catalogFolders, type CatalogPlaces, SYSTEM_POLICY } from "./places.ts";
import { catalogSkillPlaces } from "./skill-places.ts";

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
export function openCatalog(
  places: CatalogPlaces,
  { plugins }: Pick<LoadOptions, "plugins"> = {},
): LiveCatalog<LoadedCatalog> {
  const at = catalogSkillPlaces(places);
  let skills: Skills | undefined;
  let opened = "";
  let seen = "";
  return liveCatalog({
    stamp: () => {
      seen = stampSkills(at);
      return `${stampFiles(places)}\n${seen}`;
    },
    load: () => {
      // An edit of a role does not read the head of a skill, and that of a skill no other head.
      if (skills === undefined) skills = openSkills({ places: at, trusted: places.trust });
      else if (seen !== opened) skills = skills.reopen();
      opened = seen;
      return loadCatalog(places, { plugins, skills });
    },
  });
}

/** What everything that `loadCatalog` reads looks like to the system, as one string. */
export const stampCatalog = (places: CatalogPlaces): string =>
  `${stampFiles(places)}\n${stampSkills(catalogSkillPlaces(places))}`;

const FILES = ["config.json", "role_config.yaml", "roles.json", "teams.json", "types.json"];

function stampFiles(places: CatalogPlaces): string {
  const { global, local } = catalogFolders(places);
  const folders = [
    ...(global === undefined ? [] : [global, legacyFolderOf(global, "global")]),
    ...(places.noLocal === true ? [] : [local, legacyFolderOf(local, "local")]),
  ];
  const { config, env, systemPolicy = SYSTEM_POLICY } = places;
  const named = [env.POLYGLAV_POLICY, config].flatMap((file) => (file === undefined || file === "" ? [] : [file]));
  const files = [systemPolicy, ...named.map((file) => resolve(places.cwd, file))];
  const all = [...files, ...folders.flatMap((folder) => FILES.map((name) => join(folder, name)))];
  return JSON.stringify(all.map((file) => stampOf(file) ?? ""));
}
