import { compareCodePoints, type Where } from "@polyglav/registry";
import { type Catalog } from "../catalog.ts";
import { type Layer } from "../layers.ts";
import { isSame } from "../same.ts";

/** One thing that higher layers say otherwise. */
export interface RoleDifference {
  readonly field: string;
  /** The key, of a field whose keys are merged. */
  readonly key?: string;
  /** What the lower layers make of it; `undefined` where they say nothing. */
  readonly was: unknown;
  /** What all layers make of it; `undefined` where it was taken away. */
  readonly is: unknown;
  /** Who says so, or takes it away. */
  readonly from: Where;
}

/**
 * Compares a role with what the layers up to one make of it, field by field, and key by key where keys are merged, in
 * code-point order. A role that only higher layers define differs in all that it says; one that they hide, in all that
 * was said below. A name that no layer knows differs in nothing, and so does what a folder says that is not trusted.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { diffRole } from "@polyglav/catalog/analysis";
 *
 * const local = { writer: { model: "local/qwen3", tool_permission: { bash: "ask" } } };
 * const catalog = createCatalog({ trusted: true, roles: { local } });
 *
 * assert.deepEqual(diffRole(catalog, "writer", "bundled"), [
 *   { field: "model", was: undefined, is: "local/qwen3", from: { layer: "local" } },
 *   { field: "tool_permission", key: "bash", was: "deny", is: "ask", from: { layer: "local" } },
 * ]);
 * ```
 */
export function diffRole(
  catalog: Pick<Catalog, "roles" | "rolesUpTo">,
  name: string,
  against: Layer,
): readonly RoleDifference[] {
  const below = entriesOf(catalog.rolesUpTo(against).get(name));
  const fields = Object.entries(catalog.roles.explain(name)?.fields ?? {});
  return fields
    .toSorted(([a], [b]) => compareCodePoints(a, b))
    .flatMap(([field, explained]): readonly RoleDifference[] => {
      if (explained === undefined) return [];
      const was = below.get(field);
      const { value: is, from, keys } = explained;
      if (keys === undefined) return differenceOf({ field, was, is }, from.at(-1));
      const keysBelow = entriesOf(was);
      return Object.entries(keys)
        .toSorted(([a], [b]) => compareCodePoints(a, b))
        .flatMap(([key, each]) => differenceOf({ field, key, was: keysBelow.get(key), is: each.value }, each.from));
    });
}

function differenceOf(found: Omit<RoleDifference, "from">, from: Where | undefined): readonly RoleDifference[] {
  return from === undefined || isSame(found.was, found.is) ? [] : [{ ...found, from }];
}

const entriesOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
