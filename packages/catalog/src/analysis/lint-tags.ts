import { type Catalog } from "../catalog.ts";
import { nearest } from "../nearest.ts";
import { describe } from "../subject.ts";
import { type LintFinding, placeOf } from "./finding.ts";

interface Use {
  readonly kind: "role" | "team" | "skill";
  readonly name: string;
}

/** Short words are near too many others to be taken for slips: "go" and "js". */
const SHORTEST = 4;

/** Tags that one entry alone has, and that are probably misspelt: the nearest one that several entries have is a slip away. */
export function lintTags(catalog: Catalog): readonly LintFinding[] {
  const uses = usesOf(catalog);
  const common = [...uses].filter(([, { length }]) => length > 1).map(([tag]) => tag);
  return [...uses].flatMap(([tag, [use, ...others]]): readonly LintFinding[] => {
    if (use === undefined || others.length > 0 || tag.length < SHORTEST) return [];
    // A part of a name is a tag of its own: "review" is no misspelt "code-review".
    const near = nearest(
      tag,
      common.filter((other) => other.length >= SHORTEST && partsOf(other) === partsOf(tag)),
    );
    if (near === undefined) return [];
    const { kind, name } = use;
    return [
      {
        code: "lint/unknown-tag",
        kind,
        severity: "warning",
        ...placeOf(catalog[`${kind}s`].explain(name), "tags"),
        name,
        field: "tags",
        message: `tag ${describe(tag)} of ${kind} ${describe(name)} is used nowhere else`,
        hint: `Did you mean "${near}"?`,
      },
    ];
  });
}

/** Who has which tag, each entry once. */
function usesOf({ roles, teams, skills }: Catalog): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  for (const [kind, registry] of [["role", roles] as const, ["team", teams] as const, ["skill", skills] as const]) {
    for (const [name, { tags }] of registry.entries()) {
      for (const tag of new Set(tags)) uses.set(tag, [...(uses.get(tag) ?? []), { kind, name }]);
    }
  }
  return uses;
}

const partsOf = (tag: string): number => tag.split(/[-_./\s]+/).length;
