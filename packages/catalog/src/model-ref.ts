import { type Problem, type Where } from "@polyglav/registry";
import { type Config } from "./config.ts";
import { nearest } from "./nearest.ts";
import { describe } from "./subject.ts";

/** What a reference to a model is resolved with. */
export interface ModelOptions {
  /** Where the providers and the aliases are. */
  readonly config: Pick<Config, "providers" | "model_aliases" | "model">;
  /** The model of whoever asks; where there is none, that of the config. */
  readonly caller?: string | undefined;
  /** The role that the reference was written for, for problems. */
  readonly role?: string | undefined;
  /** Providers that are in no config, such as one that the environment names. */
  readonly providers?: Iterable<string> | undefined;
  /** Where the reference was written. */
  readonly where?: Where | undefined;
  /** Says where an alias was written. Must not throw. */
  readonly aliasWhere?: ((alias: string) => Where | undefined) | undefined;
}

/** A model, as far as it could be told what a reference means. */
export interface ResolvedModel {
  /** `provider/model`; what was written where no provider could be told; `undefined` where nobody names a model. */
  readonly ref: string | undefined;
  /** `undefined` where it could not be told. */
  readonly provider: string | undefined;
  /** The name of the model at its provider. */
  readonly model: string;
  readonly why: ModelWhy;
  readonly problems: readonly Problem[];
}

/** How a reference came to its model. */
export interface ModelWhy {
  /** What was written. */
  readonly written: string;
  /** Who wrote it: whoever asks, its caller, or the config, in this order. */
  readonly by: "written" | "caller" | "config" | "nobody";
  /** Where it was written, if it is known. */
  readonly where?: Where;
  /** The alias that it was, what that stands for, and where it says so. */
  readonly alias?: { readonly name: string; readonly value: string; readonly where?: Where };
  /** Who says which provider it is: the reference itself, or, for a bare name, whoever asks or the config. */
  readonly provider: "ref" | "caller" | "config" | "nobody";
}

/**
 * Tells which model a reference means. An empty one means the caller's, and without a caller that of the config. A name
 * under `model_aliases` stands for its value, once: the value is not looked up again. A model that a provider lists
 * under `models` counts before an alias of the same name. What stands before the first `/` is the provider if there is
 * such a provider; else all of it is a bare name, at the provider of the caller, or of the config.
 *
 * Total, and refuses nothing: what cannot be told is kept as it was written, with a warning `model/no-provider`; a bare
 * name that looks as if it named a provider gets `model/unknown-provider`, a provider without a model `model/no-name`, an
 * alias of an alias `model/alias-chain`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog, resolveModel } from "@polyglav/catalog";
 *
 * const written = { providers: { local: {}, mine: {} }, model_aliases: { fast: "mine/small" }, model: "local/qwen3" };
 * const { config } = createCatalog({ config: { global: { value: written } } });
 *
 * assert.equal(resolveModel("fast", { config }).ref, "mine/small");
 * assert.equal(resolveModel("llama", { config, caller: "mine/small" }).ref, "mine/llama");
 * assert.equal(resolveModel("", { config }).ref, "local/qwen3");
 * assert.equal(resolveModel("org/llama", { config }).ref, "local/org/llama");
 * assert.equal(resolveModel("min/small", { config }).problems[0]?.hint, 'Did you mean "mine/small"?');
 * ```
 */
export function resolveModel(written: string | undefined, options: ModelOptions): ResolvedModel {
  const { config, caller = "" } = options;
  const models = modelsOf(options);
  const [by, ref] = firstOf([
    ["written", written ?? ""],
    ["caller", caller],
    ["config", config.model ?? ""],
  ]);
  if (by === "nobody") return nothingNamed;

  const home = homeOf(by === "written" ? caller : "", config, models);
  const named = isKnown(ref, home.id, models) ? undefined : config.model_aliases.get(ref);
  const alias = named === "" ? undefined : named;
  const target = alias ?? ref;
  const { provider, ...at } = placeIn(target, home, models);
  const where = by === "written" ? options.where : undefined;
  const aliasWhere = alias === undefined ? undefined : options.aliasWhere?.(ref);
  const isAlias = alias !== undefined && !isKnown(target, home.id, models) && config.model_aliases.has(target);
  const faults = [
    ...(isAlias ? [chainFault(ref, target, aliasWhere)] : []),
    ...(at.by === "ref" ? noName(target, at.model) : faultsOf(target, home, models)),
  ];
  const whose = by === "written" && options.role !== undefined ? { name: options.role, field: "model" } : {};
  return {
    ref: provider === undefined ? target : `${provider}/${at.model}`,
    provider,
    model: at.model,
    why: {
      written: ref,
      by,
      ...(where !== undefined && { where }),
      ...(alias !== undefined && { alias: { name: ref, value: alias, ...(aliasWhere && { where: aliasWhere }) } }),
      provider: at.by,
    },
    problems: faults.map((fault): Problem => ({ severity: "warning", ...where, ...whose, ...fault })),
  };
}

const nothingNamed: ResolvedModel = {
  ref: undefined,
  provider: undefined,
  model: "",
  why: { written: "", by: "nobody", provider: "nobody" },
  problems: [],
};

/** What each provider lists, by its id. */
type Models = ReadonlyMap<string, ReadonlySet<string>>;

const modelsOf = ({ config, providers = [] }: ModelOptions): Models =>
  new Map([
    ...[...providers].map((id) => [id, new Set<string>()] as const),
    ...[...config.providers].map(([id, { models }]) => [id, new Set(models)] as const),
  ]);

type By = ModelWhy["by"];
type Home = ReturnType<typeof homeOf>;
type Fault = Pick<Problem, "code" | "message" | "hint"> & Partial<Where>;

function placeIn(
  ref: string,
  home: Home,
  models: Models,
): { readonly provider: string | undefined; readonly model: string; readonly by: ModelWhy["provider"] } {
  const split = splitRef(ref, models);
  return split === undefined ? { provider: home.id, model: ref, by: home.by } : { ...split, by: "ref" };
}

function chainFault(alias: string, value: string, where: Where | undefined): Fault {
  const message = `Cannot follow model alias ${describe(alias)} further than ${describe(value)}: that is an alias too`;
  return { code: "model/alias-chain", message, hint: `Let ${describe(alias)} stand for a model`, ...where };
}

const noName = (ref: string, model: string): readonly Fault[] =>
  model === ""
    ? [{ code: "model/no-name", message: `Cannot tell the model of ${describe(ref)}: it names a provider alone` }]
    : [];

/** What is odd about a name that does not say its provider. */
function faultsOf(ref: string, home: Home, models: Models): readonly Fault[] {
  if (home.id === undefined) {
    const message = `Cannot tell the provider of model ${describe(ref)}: it names none that there is`;
    return [{ code: "model/no-provider", message, hint: providerHint(models) }];
  }
  const at = ref.indexOf("/");
  if (at < 0 || isKnown(ref, home.id, models)) return [];
  const near = nearest(ref.slice(0, at), models.keys());
  const hint = near === undefined ? providerHint(models) : `Did you mean "${near}${ref.slice(at)}"?`;
  const message = `Cannot find a provider called ${describe(ref.slice(0, at))}: ${describe(ref)} is taken for a model of "${home.id}"`;
  return [{ code: "model/unknown-provider", message, hint }];
}

const firstOf = (named: readonly (readonly [By, string])[]): readonly [By, string] =>
  named.find(([, ref]) => ref !== "") ?? ["nobody", ""];

/** Splits what begins with a provider that there is. */
function splitRef(ref: string, models: Models): { readonly provider: string; readonly model: string } | undefined {
  const at = ref.indexOf("/");
  const provider = ref.slice(0, at);
  return at > -1 && models.has(provider) ? { provider, model: ref.slice(at + 1) } : undefined;
}

/** Whether a provider lists it, be it the one that is named or the one where bare names belong. */
function isKnown(ref: string, home: string | undefined, models: Models): boolean {
  const { provider, model } = splitRef(ref, models) ?? { provider: home ?? "", model: ref };
  return models.get(provider)?.has(model) === true || models.get(home ?? "")?.has(ref) === true;
}

/** Where bare names belong: at the provider of the caller, else of the config. Their own aliases count. */
function homeOf(
  caller: string,
  { model = "", model_aliases }: ModelOptions["config"],
  models: Models,
): { readonly id: string | undefined; readonly by: "caller" | "config" | "nobody" } {
  for (const [by, ref] of [["caller", caller] as const, ["config", model] as const]) {
    const id = (splitRef(ref, models) ?? splitRef(model_aliases.get(ref) ?? "", models))?.provider;
    if (id !== undefined) return { id, by };
  }
  return { id: undefined, by: "nobody" };
}

const providerHint = (models: Models): string =>
  models.size === 0
    ? 'Add a provider under "providers" in config.json'
    : `Write provider/model; the providers are ${[...models.keys()].join(", ")}`;
