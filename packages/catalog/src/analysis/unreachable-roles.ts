import { type Authority, canDelegate } from "@polyglav/permissions";
import { reach } from "@polyglav/permissions/analysis";
import { type Catalog } from "../catalog.ts";
import { describe } from "../subject.ts";
import { type LintFinding, placeOf } from "./finding.ts";

/** Roles that no chain of delegations leads to, however long, with every question answered by yes. */
export function unreachableRoles(catalog: Catalog): readonly LintFinding[] {
  const { roles, config } = catalog;
  const root = catalog.rootAuthority();
  const isOneStep = (name: string): boolean => canDelegate(root, catalog.targetOf(name)).decision !== "deny";
  let left = roles.names().filter((name) => name !== config.root_role && !isOneStep(name));
  // A run can start as the root's role, whoever may delegate to that. Longer chains are looked for only where needed.
  const starts = [
    root,
    ...(roles.has(config.root_role) ? [catalog.rootAuthority({ role: config.root_role, id: "r" })] : []),
  ];
  for (const from of starts) {
    if (left.length === 0) return [];
    const carves = roles.names().map((name) => catalog.carvesOf(name));
    const unreached = new Set(reach(carves, from, { depth: Infinity }).unreached);
    left = left.filter((name) => unreached.has(name));
  }
  return left.map((name) => findingOf(name, root, catalog));
}

function findingOf(name: string, root: Authority, catalog: Catalog): LintFinding {
  const because = canDelegate(root, catalog.targetOf(name)).because.find(({ decision }) => decision === "deny");
  const { layer, file, line, column } = because?.source ?? {};
  const place = {
    ...(layer !== undefined && { layer }),
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
  return {
    code: "lint/unreachable-role",
    kind: "role",
    severity: "warning",
    ...(layer === undefined ? placeOf(catalog.roles.explain(name)) : place),
    name,
    message: `role ${describe(name)} cannot be reached: no chain of delegations leads to it`,
    ...(because !== undefined && { hint: `${because.text} is "deny"` }),
  };
}
