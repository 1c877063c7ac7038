import {
  type Authority,
  type Bound,
  type Carve,
  type Decision,
  delegate,
  type DelegationTarget,
  overlay,
  parseCarve,
  type PartialCarve,
  type Places,
  root,
  type Source,
  total,
} from "@polyglav/permissions";
import { type FieldExplanation, type Position, type Where } from "@polyglav/registry";
import { CONFIG } from "./config.ts";
import { type ConfigLayers } from "./config-layers.ts";
import { type RoleBound } from "./restrict.ts";
import { type RoleLayers } from "./role-layers.ts";
import { UnknownRoleError } from "./unknown-role.ts";
import { setPermissions, type Permissions } from "./permissions.ts";

type PermissionField = "tool_permission" | "grant_permission";

/** Where what a field says about a category stands, or the part of it that `within` leads to. */
type WordSource = (field: PermissionField, category: string, within: readonly string[]) => Where | undefined;

/** Where a layer wrote something. */
type LayerWhere = (layer: string, path: readonly string[]) => Position | undefined;

/** What a role brings into a delegation: its carves, as every layer that counts makes them together. */
export interface RoleCarves {
  readonly name: string;
  readonly use: PartialCarve;
  readonly pass: PartialCarve;
  readonly bound: (Bound & { readonly accepts?: Decision | undefined }) | undefined;
  readonly accepts: Decision | undefined;
}

export interface Authorities {
  rootAuthority(as?: { readonly role: string; readonly id: string }): Authority;
  authority(from: Authority, role: string, id: string): Authority;
  targetOf(role: string): DelegationTarget;
  carvesOf(role: string): RoleCarves;
}

/** What the layers do not say. */
export interface Given extends Places {
  /** The operator's hard cap. */
  readonly cap?: Carve | undefined;
}

/** Ties the words of config and roles to the algebra; every word keeps the place it was written in. */
export function createAuthorities(config: ConfigLayers, roles: RoleLayers, given: Given = {}): Authorities {
  const sides = new Map<string, RoleCarves>();
  const operator = operatorSide(config, given);
  const operatorRoot = root({ id: "root", ...operator, ...(given.cap && { cap: given.cap }) });

  function sideOf(role: string): RoleCarves {
    const known = sides.get(role);
    if (known !== undefined) return known;
    const explanation = roles.registry.explain(role);
    if (explanation?.value === undefined) throw new UnknownRoleError(role, roles.registry.names());
    const sourceOf = explainedSource(explanation.fields, (layer, [field, key, ...within]) =>
      roles.where.get(layer)?.(role, field, key, ...within),
    );
    const bound = roles.bounds.get(role);
    const side: RoleCarves = {
      name: role,
      accepts: explanation.value.accepts_delegation,
      use: carveOf(setPermissions(explanation.value.tool_permission), role, "tool_permission", sourceOf, given),
      pass: carveOf(setPermissions(explanation.value.grant_permission), role, "grant_permission", sourceOf, given),
      bound: bound && {
        accepts: bound.accepts_delegation,
        ...boundOf(
          bound,
          role,
          (field, category, within) => ({ layer: "local", ...roles.boundWhere?.(role, field, category, ...within) }),
          given,
        ),
      },
    };
    sides.set(role, side);
    return side;
  }

  return {
    rootAuthority(as) {
      if (as === undefined) return operatorRoot;
      const { pass, ...side } = sideOf(as.role);
      // A `"*"` of the role speaks of every category, so nothing of the config is left to add.
      const kept = pass.star === undefined ? overlay(operator.pass, pass) : pass;
      return delegate(operatorRoot, { id: as.id, role: as.role, ...side, pass: kept });
    },
    authority: (from, role, id) => delegate(from, { id, role, ...sideOf(role) }),
    targetOf(role) {
      const { use, bound, accepts } = sideOf(role);
      return { role, use, accepts, ...(bound !== undefined && { bound: { use: bound.use, accepts: bound.accepts } }) };
    },
    carvesOf: sideOf,
  };
}

/** The root of every chain: the config completed by its defaults, then by `ask` for what nobody named. */
function operatorSide({ config, registries, bound, boundWhere, where }: ConfigLayers, places: Places) {
  const fields = registries.settings.explain(CONFIG)?.fields;
  const written = explainedSource(fields, (layer, path) => where.get(layer)?.(path));
  const sourceOf: WordSource = (field, ...about) => written(field, ...about) ?? { layer: "default" };
  return {
    use: total(carveOf(config.tool_permission, CONFIG, "tool_permission", sourceOf, places), "ask"),
    pass: carveOf(config.grant_permission, CONFIG, "grant_permission", sourceOf, places),
    bound:
      bound &&
      boundOf(
        bound,
        CONFIG,
        (field, category, within) => ({ layer: "local", ...boundWhere?.([field, category, ...within]) }),
        places,
      ),
  };
}

/** Makes a carve of what a field says. Each word keeps where it was written and its path, such as `leader.grant_permission.bash`. */
function carveOf(
  permissions: Permissions,
  owner: string,
  field: PermissionField,
  sourceOf: WordSource,
  { home, worktree, fold }: Places,
): PartialCarve {
  const source: Source = { path: `${owner}.${field}` };
  const where = (category: string, within: readonly string[]): Source => ({ ...sourceOf(field, category, within) });
  return parseCarve(permissions, { source, sourceOf: where, home, worktree, fold }).value;
}

function boundOf(bound: RoleBound, owner: string, sourceOf: WordSource, places: Places): Bound {
  return {
    use: carveOf(bound.tool_permission, owner, "tool_permission", sourceOf, places),
    pass: carveOf(bound.grant_permission, owner, "grant_permission", sourceOf, places),
  };
}

/** Reads from the explanation of a merged entry which layer says it, and asks that layer for the place. */
function explainedSource(
  fields: Readonly<Partial<Record<PermissionField, FieldExplanation | undefined>>> | undefined,
  whereIn: LayerWhere,
): WordSource {
  return (field, category, within) => {
    const keys = fields?.[field]?.keys;
    const from = keys !== undefined && Object.hasOwn(keys, category) ? keys[category]?.from : undefined;
    if (from === undefined || within.length === 0) return from;
    return { ...from, ...whereIn(from.layer, [field, category, ...within]) };
  };
}
