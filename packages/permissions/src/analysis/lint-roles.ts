import { type Authority, delegate, root } from "../authority.ts";
import { type PartialCarve, total } from "../carve.ts";
import { type Categories, KNOWN } from "../category.ts";
import { pairOf, pickFor } from "../chain.ts";
import { leq } from "../decision.ts";
import { carve } from "../parse.ts";
import type { Action } from "../request.ts";
import { canDelegate } from "../target.ts";
import { rulesRead, tellApart } from "../tell-apart.ts";
import type { CatalogRole } from "./catalog-role.ts";
import type { Finding } from "./finding.ts";
import type { LintOptions } from "./lint.ts";

/**
 * Looks for what only shows where roles meet: a role that names no permissions gets, under a role that hands down more
 * than it may use itself, that role's own use and not what it hands down. Give a role a word for each category that it
 * needs, and it gets that.
 *
 * The findings name the role by `role`, and in `others` those that it is too narrow under.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve } from "@polyglav/permissions";
 * import { lintRoles } from "@polyglav/permissions/analysis";
 *
 * const roles = [
 *   { name: "leader", use: carve({ edit: "deny" }), pass: carve({ edit: "allow" }) },
 *   { name: "writer" },
 *   { name: "coder", use: carve({ edit: "allow" }) },
 * ];
 * assert.deepEqual(
 *   lintRoles(roles).map(({ code, role, others }) => [code, role, others]),
 *   [["lint/role-without-permissions", "writer", ["leader"]]],
 * );
 * ```
 */
export function lintRoles(roles: readonly CatalogRole[], options: LintOptions = {}): readonly Finding[] {
  const { categories = KNOWN } = options;
  const open = total(carve({ "*": "allow" }), "allow");
  const lenders = roles.flatMap((role) => {
    const caller = delegate(root({ id: "root", use: open, categories }), { ...role, id: "caller", role: role.name });
    const lent = role.pass === undefined ? undefined : lentBy(caller, categories);
    return lent === undefined ? [] : [{ role, caller, lent }];
  });
  return roles
    .filter(({ use, temporary }) => temporary !== true && isSilent(use))
    .flatMap((role): readonly Finding[] => {
      const { name, use, accepts, bound } = role;
      const above = lenders.filter(
        (lender) =>
          lender.role !== role && canDelegate(lender.caller, { role: name, use, accepts, bound }).decision !== "deny",
      );
      const [first] = above;
      if (first === undefined) return [];
      const { category } = first.lent;
      const lender = first.role.name;
      return [
        {
          code: "lint/role-without-permissions",
          severity: "warning",
          message: `${name} names no permissions: under ${lender} it gets what ${lender} may use itself, not what ${lender} hands down, such as ${category}`,
          hint: `name what ${name} needs in its tool_permission, such as ${JSON.stringify(category)}: "allow"`,
          category,
          within: [],
          example: first.lent,
          others: above.map((each) => each.role.name),
          role: name,
        },
      ];
    });
}

const isSilent = (use: PartialCarve | undefined): boolean =>
  use === undefined || (Object.keys(use.named).length === 0 && use.star === undefined);

/** Something that a role hands down and may not use as much itself. */
function lentBy(caller: Authority, categories: Categories): Action | undefined {
  let lent: Action | undefined;
  for (const [category, kind] of categories) {
    const rules = rulesRead((picked) => pairOf(caller, category, picked));
    tellApart(rules, [], kind, (resource) => {
      const { use, pass } = pairOf(caller, category, pickFor(resource));
      if (!leq(pass, use)) lent ??= { category, resource };
      return lent === undefined ? undefined : "stop";
    });
    if (lent !== undefined) return lent;
  }
  return undefined;
}
