import { join } from "node:path";
import { type Problem } from "@polyglav/registry";
import { putEntry, readJsonLayer } from "@polyglav/registry/file";
import { checkRoleName } from "../role-name.ts";
import { loadCatalog } from "./load-catalog.ts";
import { catalogFolders, type CatalogPlaces } from "./places.ts";

/** What became of a new role. */
export type NewRole =
  | {
      readonly ok: true;
      readonly file: string;
      /** Where the name was defined before: a layer, or `merged`. Absent when it is new. */
      readonly overrode?: string;
    }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Writes a role into the local `roles.json`, which is made, with its folder, when it is missing. Without a prompt it
 * writes none, so that a role of a lower layer keeps its own. What the file says about the role already stays; only
 * the prompt is set. A name that {@link checkRoleName} refuses, and a file that cannot be read or written, are a
 * problem; the file is then as it was.
 *
 * Whether the role has an effect depends on whether the folder is trusted.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { loadCatalog, newRole } from "@polyglav/catalog/file";
 *
 * const cwd = mkdtempSync(join(tmpdir(), "catalog-"));
 * const places = { cwd, home: cwd, env: {}, trust: true };
 *
 * const made = newRole(places, "tester", "Only report, never repair.");
 * assert.ok(made.ok);
 * assert.equal(made.overrode, "bundled");
 * assert.equal(loadCatalog(places).role("tester")?.role.system_prompt, "Only report, never repair.");
 * ```
 */
export function newRole(places: CatalogPlaces, name: string, prompt?: string): NewRole {
  const problem = checkRoleName(name);
  if (problem !== undefined) return { ok: false, problem };
  const file = join(catalogFolders(places).local, "roles.json");
  const overrode = loadCatalog({ ...places, trust: true, noLocal: false }).roles.origin(name);
  const written = readJsonLayer(file, { layer: "local" }).entries.get(name);
  const patch = { ...written, ...(prompt !== undefined && { system_prompt: prompt }) };
  const put = putEntry(file, name, patch, { layer: "local" });
  if (!put.ok) return put;
  return { ok: true, file, ...(overrode !== undefined && { overrode }) };
}
