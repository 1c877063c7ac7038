import { type Catalog } from "../catalog.ts";
import { type LintFinding } from "./finding.ts";
import { lintLoops, lintStages } from "./lint-teams.ts";
import { lintTags } from "./lint-tags.ts";
import { lostDenies } from "./lost-denies.ts";
import { silentEntries, unknownSkills } from "./lint-entries.ts";
import { unreachableRoles } from "./unreachable-roles.ts";

/**
 * Looks for what is probably a mistake in a catalog, beside its `problems`, which it does not repeat:
 *
 * - `lint/lost-deny`: a `deny` of a lower layer that a higher one widens or takes away, with both places;
 * - `lint/unreachable-role`: a role that no chain of delegations leads to, and that is not the root's;
 * - `lint/unknown-role-in-team`, `lint/unknown-skill`: names that are in no layer that counts; the first is an `error`;
 * - `lint/unknown-tag`: a tag of one entry alone that is near one that several have;
 * - `lint/no-description`, `lint/empty-prompt`: what those who choose a role, and the role, would have to read;
 * - `lint/loop`: a loop that is none, or that never repeats.
 *
 * Pure and total; it looks only at what counts, so not at a folder that is not trusted. Ordered by kind and name.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { lintCatalog } from "@polyglav/catalog/analysis";
 *
 * const roles = { local: { writer: { tool_permission: { bash: "allow" }, tags: ["writting"] } } };
 * const catalog = createCatalog({ trusted: true, roles });
 *
 * assert.deepEqual(lintCatalog(createCatalog()), []);
 * assert.deepEqual(
 *   lintCatalog(catalog).map(({ code, message, hint }) => [code, message, hint]),
 *   [
 *     [
 *       "lint/lost-deny",
 *       'role "writer" loses the "deny" of tool_permission.bash in layer bundled: layer local says "allow"',
 *       'Take "bash" out of it to keep the "deny"',
 *     ],
 *     ["lint/unknown-tag", 'tag "writting" of role "writer" is used nowhere else', 'Did you mean "writing"?'],
 *   ],
 * );
 * ```
 */
export function lintCatalog(catalog: Catalog): readonly LintFinding[] {
  const findings = [
    ...silentEntries(catalog),
    ...lostDenies(catalog),
    ...unreachableRoles(catalog),
    ...unknownSkills(catalog),
    ...lintTags(catalog),
    ...lintStages(catalog),
    ...lintLoops(catalog),
  ];
  const order = catalog.roles.names().concat(catalog.teams.names(), catalog.skills.names());
  const rank = ({ kind, name }: LintFinding): readonly number[] => [KINDS.indexOf(kind), order.indexOf(name)];
  return findings.toSorted((a, b) => {
    const [[kindA = 0, nameA = 0], [kindB = 0, nameB = 0]] = [rank(a), rank(b)];
    return kindA - kindB || nameA - nameB;
  });
}

const KINDS: readonly LintFinding["kind"][] = ["config", "role", "team", "skill"];
