import { dirname, isAbsolute, join, resolve } from "node:path";
import { type SkillPlace, skillPlaces } from "@polyglav/skills/file";
import { legacyFolderOf } from "./legacy-folder.ts";
import { catalogFolders, type CatalogPlaces } from "./places.ts";

/**
 * Lists the folders that a catalog has its skills from, lowest first: in each layer that of the older form, then those
 * of other programs, then ours, which is the last of its layer. Looks at no disk.
 */
export function catalogSkillPlaces(places: CatalogPlaces): readonly SkillPlace[] {
  const { global, local } = catalogFolders(places);
  const all = skillPlaces({
    worktree: resolve(places.cwd),
    home: isAbsolute(places.home) ? resolve(places.home) : undefined,
    configHome: global === undefined ? undefined : dirname(global),
  });
  const layers = places.noLocal === true ? (["global"] as const) : (["global", "local"] as const);
  return layers.flatMap((layer) => {
    const folder = layer === "global" ? global : local;
    const own = all.filter((place) => place.layer === layer);
    const ours = own.at(-1);
    if (folder === undefined || ours === undefined) return own;
    return [{ ...ours, dir: join(legacyFolderOf(folder, layer), "skills") }, ...own];
  });
}
