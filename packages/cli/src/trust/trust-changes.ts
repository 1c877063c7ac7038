import type { Catalog } from "@polyglav/catalog";
import { diffEntry } from "@polyglav/catalog/analysis";
import { patternOf } from "@polyglav/permissions";
import { compareAuthorities } from "@polyglav/permissions/analysis";
import type { Line } from "../line.ts";
import { displayWhere, type Viewpoint } from "../view/place.ts";
import { displayValue } from "../view/role.ts";
import { shortened, visibleLine } from "../visible.ts";

/** Shows what trust in a folder would change: every field that it would say, and where it would permit more. */
export function trustChanges(before: Catalog, after: Catalog, viewpoint: Viewpoint): readonly Line[] {
  const entries = (["roles", "teams", "skills"] as const).flatMap((group) =>
    after[group].names().flatMap((name): readonly Line[] => {
      const explained = after[group].explain(name);
      if (explained?.layers.includes("local") !== true) return [];
      const one = group.slice(0, -1);
      const isNew = !before[group].has(name);
      const said = diffEntry(explained, "global").filter(({ field }) => !FOUND.has(field));
      const fields = said.map(({ field, key, is, from }): Line => {
        const path = key === undefined ? field : `${field}.${key}`;
        const value = is === undefined ? "(removed)" : shortened(displayValue(is), 60);
        return [`      ${visibleLine(path)} = ${value}`, ["dim", `   ${visibleLine(displayWhere(from, viewpoint))}`]];
      });
      return [[`  ${isNew ? "new " : ""}${one} `, ["name", visibleLine(name)]], ...fields];
    }),
  );
  const config = [
    ...new Set(before.withheld.filter(({ kind }) => kind === "config").map(({ field }) => field ?? "all")),
  ];
  return [
    ...entries,
    ...(config.length === 0 ? [] : [[`  config ${config.map(visibleLine).join(", ")}`]]),
    ...widened(before, after),
  ];
}

/** What a reader found out about a skill, and nobody wrote. */
const FOUND: ReadonlySet<string> = new Set(["path", "stamp", "tokens"]);

/** The roles that would be permitted more than now, each with one call that shows it. */
function widened(before: Catalog, after: Catalog): readonly Line[] {
  return after.roles.names().flatMap((name): readonly Line[] => {
    if (!before.roles.has(name) || before.faultsOf(name).length > 0 || after.faultsOf(name).length > 0) return [];
    const as = { role: name, id: "r1" };
    const { use, pass } = compareAuthorities(after.rootAuthority(as), before.rootAuthority(as));
    const action = use.more ?? pass.more;
    if (action === undefined) return [];
    const what = patternOf(action.category, action.resource) ?? action.resource.join(" ");
    const verb = use.more === undefined ? "hand down" : "do";
    return [
      [["warn", `  ${visibleLine(name)} may ${verb} more`], `, such as ${visibleLine(`${action.category} ${what}`)}`],
    ];
  });
}
