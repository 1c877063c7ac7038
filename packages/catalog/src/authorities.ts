import {
  type Authority,
  type Bound,
  delegate,
  type DelegationTarget,
  overlay,
  parseCarve,
  type PartialCarve,
  root,
  type Source,
  total,
} from "@polyglav/permissions";
import { type FieldExplanation, type Where } from "@polyglav/registry";
import { CONFIG } from "./config.ts";
import { type ConfigLayers } from "./config-layers.ts";
import { type RoleBound } from "./restrict.ts";
import { type RoleLayers } from "./role-layers.ts";
import { UnknownRoleError } from "./unknown-role.ts";
import { setWords, type Words } from "./words.ts";

type PermissionField = "tool_permission" | "grant_permission";

/** Where the word for a category of a field stands. */
type WordSource = (field: PermissionField, category: string) => Where | undefined;

/** What a role brings into a delegation. */
interface RoleSide {
  readonly use: PartialCarve;
  readonly pass: PartialCarve;
  readonly bound: Bound | undefined;
}

export interface Authorities {
  rootAuthority(as?: { readonly role: string; readonly id: string }): Authority;
  authority(from: Authority, role: string, id: string): Authority;
  targetOf(role: string): DelegationTarget;
}

/** Ties the words of config and roles to the algebra; every word keeps the place it was written in. */
export function createAuthorities(config: ConfigLayers, roles: RoleLayers): Authorities {
  const sides = new Map<string, RoleSide>();
  const operator = operatorSide(config);
  const operatorRoot = root({ id: "root", ...operator });

  function sideOf(role: string): RoleSide {
    const known = sides.get(role);
    if (known !== undefined) return known;
    const explanation = roles.registry.explain(role);
    if (explanation?.value === undefined) throw new UnknownRoleError(role, roles.registry.names());
    const sourceOf = explainedSource(explanation.fields);
    const bound = roles.bounds.get(role);
    const side: RoleSide = {
      use: carveOf(setWords(explanation.value.tool_permission), role, "tool_permission", sourceOf),
      pass: carveOf(setWords(explanation.value.grant_permission), role, "grant_permission", sourceOf),
      bound:
        bound &&
        boundOf(bound, role, (field, category) => ({ layer: "local", ...roles.boundWhere?.(role, field, category) })),
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
      const { use, bound } = sideOf(role);
      const accepts = roles.registry.get(role)?.accepts_delegation;
      const lowered = roles.bounds.get(role)?.accepts_delegation;
      return {
        role,
        use,
        accepts,
        ...(bound !== undefined && { bound: { use: bound.use, accepts: lowered } }),
      };
    },
  };
}

/** The root of every chain: the config completed by its defaults, then by `ask` for what nobody named. */
function operatorSide({ config, registries, bound, boundWhere }: ConfigLayers) {
  const written = explainedSource(registries.settings.explain(CONFIG)?.fields);
  const sourceOf: WordSource = (field, category) => written(field, category) ?? { layer: "default" };
  return {
    use: total(carveOf(config.tool_permission, CONFIG, "tool_permission", sourceOf), "ask"),
    pass: carveOf(config.grant_permission, CONFIG, "grant_permission", sourceOf),
    bound:
      bound && boundOf(bound, CONFIG, (field, category) => ({ layer: "local", ...boundWhere?.([field, category]) })),
  };
}

/** Makes a carve of words. Each keeps where it was written and its path, such as `leader.grant_permission.bash`. */
function carveOf(words: Words, owner: string, field: PermissionField, sourceOf: WordSource): PartialCarve {
  const source = (category: string): Source => ({
    ...sourceOf(field, category),
    path: `${owner}.${field}.${category}`,
  });
  return parseCarve(words, { sourceOf: source }).value;
}

function boundOf(bound: RoleBound, owner: string, sourceOf: WordSource): Bound {
  return {
    use: carveOf(bound.tool_permission, owner, "tool_permission", sourceOf),
    pass: carveOf(bound.grant_permission, owner, "grant_permission", sourceOf),
  };
}

/** Reads from the explanation of a merged entry which layer has the word. */
function explainedSource(
  fields: Readonly<Partial<Record<PermissionField, FieldExplanation | undefined>>> | undefined,
): WordSource {
  return (field, category) => {
    const keys = fields?.[field]?.keys;
    return keys !== undefined && Object.hasOwn(keys, category) ? keys[category]?.from : undefined;
  };
}
