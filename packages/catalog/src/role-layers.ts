import { createRegistry, type LayerContent, type Problem, type Registry } from "@polyglav/registry";
import { bundledRoles } from "./bundled-roles.ts";
import { asWrittenLayer, type Layer, LAYERS, readLayer, type WrittenLayer, type WrittenLayers } from "./layers.ts";
import { limitsOf } from "./limits.ts";
import { parseRole } from "./parse-role.ts";
import { type PluginEntries, readPlugins, withPlugins } from "./plugins.ts";
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
export function layerRoles(
  written: WrittenLayers,
  trusted: boolean,
  plugins: readonly PluginEntries[] = [],
): RoleLayers {
  const registry = createRegistry<WrittenRole>({
    layers: LAYERS,
    rules: { tool_permission: "merge", grant_permission: "merge", ask_policy: "merge" },
  });
  // Ours need no parsing, which would cost a start more than all the rest; a test does it once and for all.
  const data = new Map<Layer, LayerContent<WrittenRole>>([
    ["bundled", { entries: new Map(Object.entries(bundledRoles)) }],
  ]);
  const problems: Problem[] = [];
  const unreadable: Problem[] = [];
  const where = new Map<string, WrittenLayer["where"]>();
  const brought = readPlugins<WrittenRole>(plugins, "roles", parseRole);
  problems.push(...brought.problems, ...brought.parts.flatMap((part) => oddNames(part, "plugin", part.source)));
  for (const layer of LAYERS.filter((layer) => layer !== "bundled" || written.bundled !== undefined)) {
    const given = asWrittenLayer(written[layer] ?? {});
    if (given.readable === false) unreadable.push(...whyUnreadable(given, layer, "roles"));
    if (layer === "local" && !trusted) continue;
    where.set(layer, given.where);
    const read = readLayer<WrittenRole>(given, layer, parseRole);
    problems.push(...read.problems, ...oddNames(given, layer));
    data.set(layer, layer === "plugin" ? withPlugins(read.data, brought.parts) : read.data);
  }
  for (const [layer, each] of data) problems.push(...registry.set(layer, each));
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
function oddNames({ entries, where }: WrittenLayer, layer: string, source?: string): readonly Problem[] {
  const from = { layer, ...(source !== undefined && { source }) };
  return [...entries.keys()].flatMap((name) => {
    const problem = checkRoleName(name);
    return problem === undefined ? [] : [{ ...problem, severity: "warning", ...from, ...where?.(name) }];
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
