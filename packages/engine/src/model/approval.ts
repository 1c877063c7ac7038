import { type Catalog, type Config, type ResolvedModel, resolveModel } from "@polyglav/catalog";
import type { Shadowed, Where } from "@polyglav/registry";

/** What a reference of a role came to. */
export type MeantModel = Pick<ResolvedModel, "ref" | "why" | "problems">;

/** Layers that others write: a folder that came from somewhere, and plugins. */
const FOREIGN: ReadonlySet<string> = new Set(["local", "plugin"]);

/**
 * Tells whether a model is one that somebody has to approve: a role of the folder or of a plugin names it, or an alias of
 * the folder stands for it, and nothing that the user wrote names the same model. ADR 0013.
 *
 * @param providers those that are in no config, as for `resolveModel`
 */
export function needsApproval(
  { ref, why }: MeantModel,
  catalog: Catalog,
  providers: Iterable<string> | undefined,
): boolean {
  if (why.by !== "written" || ref === undefined) return false;
  if (!isForeign(why.where) && !isForeign(why.alias?.where)) return false;
  return !refsOfUser(catalog, providers).has(ref);
}

/** What the user's own config and roles name, as their own aliases say it. */
function refsOfUser(catalog: Catalog, providers: Iterable<string> | undefined): ReadonlySet<string | undefined> {
  const { model, model_aliases: aliases } = catalog.settings.explain("config")?.fields ?? {};
  const models = ownTexts(model ?? NOBODY);
  const named = Object.entries(aliases?.keys ?? {}).map(([alias, key]) => ({ alias, values: ownTexts(key) }));
  const config: Pick<Config, "providers" | "model_aliases" | "model"> = {
    providers: catalog.config.providers,
    model_aliases: new Map(
      named.flatMap(({ alias, values: [value] }) => (value === undefined ? [] : [[alias, value] as const])),
    ),
    model: models[0],
  };
  const ofRoles = catalog.roles
    .names()
    .flatMap((role) => ownTexts(catalog.roles.explain(role)?.fields.model ?? NOBODY));
  const written = [...models, ...named.flatMap(({ values }) => values), ...ofRoles];
  return new Set(written.map((each) => resolveModel(each, { config, providers }).ref));
}

/** What somebody wrote, and what that hides, lowest first. */
interface Said {
  readonly value: unknown;
  readonly from: Where | readonly Where[];
  readonly shadowed: readonly Shadowed[];
}

/** What the layers of the user say about a field or a key, also where another layer hides it; the highest comes first. */
function ownTexts({ value, from, shadowed }: Said): readonly string[] {
  const [where] = [from].flat();
  return [...(where === undefined ? [] : [{ ...where, value }]), ...shadowed.toReversed()]
    .filter((one) => !isForeign(one))
    .flatMap((one): unknown => one.value)
    .filter((text): text is string => typeof text === "string" && text !== "");
}

const NOBODY: Said = { value: undefined, from: [], shadowed: [] };
const isForeign = (where: Partial<Where> | undefined): boolean => FOREIGN.has(where?.layer ?? "");
