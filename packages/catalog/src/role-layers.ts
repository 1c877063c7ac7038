import { createRegistry, type Problem, type Registry } from "@polyglav/registry";
import { bundledRoles } from "./bundled-roles.ts";
import { asWrittenLayer, LAYERS, readLayer, type WrittenLayer, type WrittenLayers } from "./layers.ts";
import { limitsOf } from "./limits.ts";
import { parseRole } from "./parse-role.ts";
import { restrict, type RoleBound, type Withheld, withheldAt } from "./restrict.ts";
import { checkRoleName } from "./role-name.ts";
import { type WrittenRole } from "./role-schema.ts";
import { entrySubject, isObject, notAnObject } from "./subject.ts";
import { setPermissions } from "./permissions.ts";

/** The roles of all layers, and what became of a local layer that is not trusted. */
export interface RoleLayers {
  readonly registry: Registry<WrittenRole>;
  readonly bounds: ReadonlyMap<string, RoleBound>;
  /** Where each layer wrote what. */
  readonly where: ReadonlyMap<string, WrittenLayer["where"]>;
  /** Where the local layer wrote what became a bound. */
  readonly boundWhere: WrittenLayer["where"];
  readonly withheld: readonly Withheld[];
  readonly problems: readonly Problem[];
  /** Why a layer could not be read at all; while there are any, nobody knows who may do what. */
  readonly unreadable: readonly Problem[];
}

/** Puts the layers of roles over each other; of a local layer that is not trusted only the bounds count. */
export function layerRoles(written: WrittenLayers, trusted: boolean): RoleLayers {
  const registry = createRegistry<WrittenRole>({
    layers: LAYERS,
    rules: { tool_permission: "merge", grant_permission: "merge", ask_policy: "merge" },
  });
  const problems: Problem[] = [];
  const unreadable: Problem[] = [];
  const where = new Map<string, WrittenLayer["where"]>();
  // Ours need no parsing, which would cost a start more than all the rest; a test does it once and for all.
  registry.set("bundled", bundledRoles);
  for (const layer of LAYERS.filter((layer) => layer !== "bundled" || written.bundled !== undefined)) {
    const given = asWrittenLayer(written[layer] ?? {});
    if (given.readable === false) unreadable.push(...whyUnreadable(given, layer, "roles"));
    if (layer === "local" && !trusted) continue;
    where.set(layer, given.where);
    const read = readLayer<WrittenRole>(given, layer, parseRole);
    problems.push(...read.problems, ...oddNames(given, layer), ...registry.set(layer, read.data));
  }
  const local = asWrittenLayer(trusted ? {} : (written.local ?? {}));
  const restricted = restrictRoles(local, registry);
  return {
    registry,
    ...restricted,
    where,
    boundWhere: local.where,
    problems: [...problems, ...restricted.problems],
    unreadable,
  };
}

function restrictRoles(
  local: WrittenLayer,
  trusted: Registry<WrittenRole>,
): Pick<RoleLayers, "bounds" | "withheld" | "problems"> {
  const bounds = new Map<string, RoleBound>();
  const withheld: Withheld[] = [];
  const problems: Problem[] = [...(local.problems ?? [])];
  for (const [name, entry] of local.entries) {
    const subject = entrySubject("role", { name, layer: "local", ...(local.where && { where: local.where }) });
    const below = trusted.get(name);
    if (below === undefined || entry === null) withheld.push(withheldAt("role", subject, []));
    else if (!isObject(entry)) problems.push(notAnObject(subject, entry));
    else {
      const { bound, ...rest } = restrict(
        entry,
        {
          tool_permission: setPermissions(below.tool_permission),
          grant_permission: setPermissions(below.grant_permission),
          accepts_delegation: below.accepts_delegation,
          limits: limitsOf(below.limits),
        },
        subject,
      );
      bounds.set(name, bound);
      withheld.push(...rest.withheld.map((path) => withheldAt("role", subject, path)));
      problems.push(...rest.problems);
    }
  }
  return { bounds, withheld, problems };
}

/** A name that `roles new` would refuse still works, but not everywhere: a path of roles cannot hold it. */
function oddNames({ entries, where }: WrittenLayer, layer: string): readonly Problem[] {
  return [...entries.keys()].flatMap((name) => {
    const problem = checkRoleName(name);
    return problem === undefined ? [] : [{ ...problem, severity: "warning", layer, ...where?.(name) }];
  });
}

/** The errors of a layer that could not be read; there is one at least, also where the reader gave none. */
export function whyUnreadable(
  { problems = [] }: { readonly problems?: readonly Problem[] },
  layer: string,
  what: string,
): readonly Problem[] {
  const errors = problems.filter((problem) => problem.severity === "error");
  const message = `Cannot read the ${what} of layer "${layer}": its reader gives no reason`;
  return errors.length > 0 ? errors : [{ code: "catalog/unreadable", severity: "error", message, layer }];
}
