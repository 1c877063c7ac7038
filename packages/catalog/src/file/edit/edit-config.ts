import { type Problem } from "@polyglav/registry";
import { problemsOfModes } from "../../modes.ts";
import { parseConfig } from "../../parse-config.ts";
import { type CatalogPlaces } from "../places.ts";
import { apply, type Change, type Edited, editLayerFile, newProblems, type WritableLayer } from "./change.ts";

/**
 * Changes keys of the config of one layer; everything else in the file stays as it is. A key that there is not, and a
 * value that its key does not take, are refused and nothing is written. Never throws for what is on disk.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { editConfig, loadCatalog } from "@polyglav/catalog/file";
 *
 * const home = mkdtempSync(join(tmpdir(), "catalog-"));
 * const places = { cwd: home, home, env: {}, trust: true };
 * assert.equal(editConfig(places, "global", [{ path: ["limits", "steps"], value: 20 }]).ok, true);
 * assert.equal(loadCatalog(places).config.limits.steps, 20);
 *
 * const wrong = editConfig(places, "global", [{ path: ["retries"], value: "often" }]);
 * assert.equal(!wrong.ok && wrong.problem.code, "config/wrong-type");
 * ```
 */
export function editConfig(places: CatalogPlaces, layer: WritableLayer, changes: readonly Change[]): Edited {
  const { cwd, home } = places;
  const read = (written: unknown): readonly Problem[] => [
    ...parseConfig(written ?? {}, { layer }).problems,
    ...problemsOfModes(written, { worktree: cwd, home }),
  ];
  return editLayerFile(places, { layer, name: "config.json" }, (edit) => {
    const before = read(edit.get([]));
    apply(edit, [], changes);
    return newProblems(before, read(edit.get([])));
  });
}
