import { join } from "node:path";
import { type Problem } from "@polyglav/registry";
import { type JsonEdit, readJsonLayer, removeEntry as removeWritten } from "@polyglav/registry/file";
import { parseRole } from "../../parse-role.ts";
import { type PluginEntries } from "../../plugins.ts";
import { checkRoleName, checkTeamName } from "../../role-name.ts";
import { isObject } from "../../subject.ts";
import { parseTeam } from "../../team.ts";
import { loadCatalog } from "../load-catalog.ts";
import { catalogFolders, type CatalogPlaces } from "../places.ts";
import { apply, type Change, type Edited, editLayerFile, newProblems, type WritableLayer } from "./change.ts";

/** An entry of a file of the catalog. */
export interface EntryPlace {
  readonly kind: "role" | "team";
  readonly name: string;
  /** Default: `"local"`. */
  readonly layer?: WritableLayer | undefined;
  /** What plugins bring, so that what comes from one is known. */
  readonly plugins?: readonly PluginEntries[] | undefined;
}

/** What became of an entry that was to be written. */
export type EditedEntry =
  | (Extract<Edited, { ok: true }> & {
      /** Where the name was defined before: a layer, or `merged`. Absent when it is new. */
      readonly was?: string;
      /** Whether the file had taken the name away, which shows what lower layers say again. */
      readonly restored?: true;
    })
  | Extract<Edited, { ok: false }>;

/** What became of an entry that was to be removed. */
export type RemovedEntry =
  | {
      readonly ok: true;
      readonly file: string;
      /** The layer, or `merged`, that defines the name now. */
      readonly uncovers?: string;
    }
  | {
      readonly ok: false;
      /** `elsewhere`: another layer defines it; `unknown`: none does; `refused`: the file stays as it is. */
      readonly reason: "elsewhere" | "unknown" | "refused";
      readonly origin?: string;
      readonly problem?: Problem;
    };

const KINDS = {
  role: { file: "roles.json", parse: parseRole, checkName: checkRoleName },
  team: { file: "teams.json", parse: parseTeam, checkName: checkTeamName },
} as const;

/**
 * Changes fields of a role or a team in one layer, and makes the entry where there is none; without changes it only
 * does that. Comments, order and everything else in the file stay. What the reader would not take is not written, nor is
 * a name that nobody may give; a file that cannot be read stays as it is. Never throws for what is on disk.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, readFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { editEntry } from "@polyglav/catalog/file";
 *
 * const cwd = mkdtempSync(join(tmpdir(), "catalog-"));
 * const places = { cwd, home: cwd, env: {}, trust: true };
 * const denied = [{ path: ["tool_permission", "bash"], value: "deny" }];
 * const edited = editEntry(places, { kind: "role", name: "programmer" }, denied);
 *
 * assert.equal(edited.ok && edited.was, "bundled");
 * assert.deepEqual(JSON.parse(readFileSync(join(cwd, ".polyglav/roles.json"), "utf8")), {
 *   programmer: { tool_permission: { bash: "deny" } },
 * });
 * const wrong = editEntry(places, { kind: "role", name: "programmer" }, [{ path: ["tags"], value: 1 }]);
 * assert.equal(!wrong.ok && wrong.problem.code, "role/wrong-type");
 * ```
 */
export function editEntry(places: CatalogPlaces, entry: EntryPlace, changes: readonly Change[] = []): EditedEntry {
  const { kind, name, layer = "local" } = entry;
  const { file, parse, checkName } = KINDS[kind];
  const was = originOf(places, entry);
  const badName = was === undefined ? checkName(name) : undefined;
  if (badName !== undefined) return { ok: false, problem: badName };
  const read = (written: unknown): readonly Problem[] => parse(written ?? {}, { name, layer }).problems;
  const found = { isTombstone: false };
  const edited = editLayerFile(places, { layer, name: file }, (edit) => {
    const base = placeOf(edit, name);
    const before = edit.get(base);
    found.isTombstone = before === null;
    if (!isObject(before)) edit.set(base, typeof base[0] === "number" ? { name } : {});
    apply(edit, base, changes);
    return newProblems(read(before), read(edit.get(base)));
  });
  if (!edited.ok) return edited;
  return { ...edited, ...(was !== undefined && { was }), ...(found.isTombstone && { restored: true as const }) };
}

/**
 * Removes a role or a team from one layer, so that the layers below show again. Only what that layer itself says can
 * be removed: what comes from elsewhere is refused, with the layer that it comes from.
 */
export function removeEntry(places: CatalogPlaces, entry: EntryPlace): RemovedEntry {
  const { kind, name, layer = "local" } = entry;
  const folder = catalogFolders(places)[layer];
  const file = folder === undefined ? undefined : join(folder, KINDS[kind].file);
  const written = file === undefined ? undefined : readJsonLayer(file, { layer });
  if (file === undefined || written?.entries.has(name) !== true) {
    if (written?.readable === false) {
      const [problem] = written.problems;
      return { ok: false, reason: "refused", ...(problem !== undefined && { problem }) };
    }
    const origin = originOf(places, entry);
    return origin === undefined ? { ok: false, reason: "unknown" } : { ok: false, reason: "elsewhere", origin };
  }
  const removed = removeWritten(file, name, { layer, follow: layer === "global" });
  if (!removed.ok) return { ok: false, reason: "refused", problem: removed.problem };
  const uncovers = originOf(places, entry);
  return { ok: true, file, ...(uncovers !== undefined && { uncovers }) };
}

/** Where a name is defined, the local layer included whether it is trusted or not: it is about to be written. */
function originOf(places: CatalogPlaces, { kind, name, plugins = [] }: EntryPlace): string | undefined {
  const catalog = loadCatalog({ ...places, trust: true, noLocal: false }, { plugins });
  return (kind === "role" ? catalog.roles : catalog.teams).origin(name);
}

/** The path of an entry: its name in an object, its index in a list, where the last of several counts. */
function placeOf(edit: JsonEdit, name: string): readonly (string | number)[] {
  const document = edit.get([]);
  if (!Array.isArray(document)) return [name];
  const index = document.findLastIndex((item: unknown) => isObject(item) && item.name === name);
  return [index < 0 ? document.length : index];
}
