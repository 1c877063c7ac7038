import { type Catalog } from "./catalog.ts";
import { CONFIG } from "./config.ts";
import { type ModelOptions, type ResolvedModel, resolveModel } from "./model-ref.ts";

/** Whose models a role comes to. */
export type RoleModelsOptions = Pick<ModelOptions, "caller" | "providers">;

/**
 * Resolves the models of a role in the order in which they are to be tried, each with the place where it and its alias
 * were written. A role that names none, and one that does not exist, has its caller's, or that of the config.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog, resolveRoleModels } from "@polyglav/catalog";
 *
 * const config = { global: { value: { providers: { local: {} }, model_aliases: { fast: "local/small" } } } };
 * const catalog = createCatalog({ config, roles: { global: { critic: { model: ["fast", "large"] } } } });
 *
 * const models = resolveRoleModels(catalog, "critic", { caller: "local/qwen3" });
 * assert.deepEqual(models.map(({ ref }) => ref), ["local/small", "local/large"]);
 * assert.deepEqual(models[0]?.why.alias, { name: "fast", value: "local/small", where: { layer: "global" } });
 * ```
 */
export function resolveRoleModels(
  catalog: Pick<Catalog, "role" | "roles" | "settings" | "config">,
  role: string,
  options: RoleModelsOptions = {},
): readonly ResolvedModel[] {
  const written = catalog.role(role)?.role.model ?? [];
  const where = catalog.roles.explain(role)?.fields.model?.from.at(-1);
  const aliases = catalog.settings.explain(CONFIG)?.fields.model_aliases?.keys;
  const all: ModelOptions = {
    ...options,
    config: catalog.config,
    role,
    where,
    aliasWhere: (alias) => (aliases !== undefined && Object.hasOwn(aliases, alias) ? aliases[alias]?.from : undefined),
  };
  return (written.length === 0 ? [undefined] : written).map((ref) => resolveModel(ref, all));
}
