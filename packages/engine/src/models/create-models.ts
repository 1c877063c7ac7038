import { nearest, type Provider, resolveModel } from "@polyglav/catalog";
import type { RunError } from "../run/outcome.ts";
import type { ModelPort, ResolvedModel } from "../ports.ts";
import { lazyModel } from "./lazy-model.ts";
import { type KnownProvider, type ProviderConfig, factsOf, readyProvider } from "./provider.ts";

export interface ModelsOptions {
  /** The providers of the config, by id. */
  readonly providers: ReadonlyMap<string, ProviderConfig> | Readonly<Record<string, ProviderConfig>>;
  /** The model of a run that names none. */
  readonly defaultRef?: string | undefined;
  /** Where keys and `POLYGLAV_BASE_URL` are looked up, by name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Makes the requests; the global `fetch` when absent. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Gives models by reference from providers that speak the chat completions of OpenAI, as most servers do.
 *
 * A reference is `provider/model` and splits at the first `/`, so the model may have more of them; a bare model is one
 * of the provider of `defaultRef`, and no reference is `defaultRef`: the rule of `resolveModel` of `@polyglav/catalog`,
 * only that a provider which there is not is an error here, for nobody would see a warning. `POLYGLAV_BASE_URL` is the
 * address of the provider `local`, before what the config says.
 *
 * Resolving asks nobody and loads nothing; `@ai-sdk/openai-compatible` is loaded with the first request, which fails
 * with `POLYGLAV_NO_SDK` where it is not installed. What cannot be resolved is an error with a hint:
 * `POLYGLAV_NO_MODEL` (none is named), `POLYGLAV_UNKNOWN_PROVIDER` (with the nearest), or
 * `POLYGLAV_PROVIDER_NOT_READY` (its kind, address or key). No message contains a key or an address.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createModels } from "@polyglav/engine/models";
 *
 * const models = createModels({
 *   providers: { local: { base_url: "http://127.0.0.1:11434/v1" } },
 *   defaultRef: "local/qwen3",
 *   env: {},
 * });
 * const use = { role: "planner", run: "r1", requests: 0 };
 *
 * const bare = models.resolve("llama3.2", use);
 * assert.equal(bare.ok && bare.ref, "local/llama3.2");
 *
 * const misspelt = models.resolve("locl/qwen3", use);
 * assert.equal(!misspelt.ok && misspelt.error.hint, 'Did you mean "local"? Known providers: local');
 * ```
 */
export function createModels(options: ModelsOptions): ModelPort {
  const { env, fetch } = options;
  const providers = withLocal(toMap(options.providers), env);
  const config = {
    providers: new Map([...providers].map(([id, provider]) => [id, asProvider(id, provider)])),
    model_aliases: new Map<string, string>(),
    model: options.defaultRef,
  };
  return {
    providers: [...providers.keys()],
    resolve(asked) {
      const meant = resolveModel(asked, { config });
      const { provider: id, model, why } = meant;
      if (model === "")
        return refused(noModel(why.written === "" ? "none is configured" : `"${why.written}" names none`));
      const faulty = meant.problems.some(({ code }) => code === "model/unknown-provider");
      const provider = id === undefined || faulty ? undefined : providers.get(id);
      if (id === undefined || provider === undefined)
        return refused(unknownProvider(why.written, [...providers.keys()]));
      const ready = readyProvider(id, provider, env);
      if ("code" in ready) return refused(ready);
      return {
        ...{ ok: true, ref: `${id}/${model}`, model: lazyModel(ready, model, fetch) },
        ...factsOf(model, provider),
        account: accountOf(id, providers),
      };
    },
  };
}

const asProvider = (id: string, { kind = "", base_url, api_key_env, models = [] }: ProviderConfig): Provider => ({
  id,
  kind,
  base_url,
  api_key_env,
  models,
  prices: {},
  max_output_tokens: {},
});

/** Two names of one place are one account, called by the first of them: it shows neither an address nor a key. */
function accountOf(id: string, providers: ReadonlyMap<string, ProviderConfig>): string {
  const mine = providers.get(id);
  const isSame = ({ base_url, api_key_env }: ProviderConfig): boolean =>
    base_url === mine?.base_url && api_key_env === mine?.api_key_env;
  return [...providers].find(([, provider]) => isSame(provider))?.[0] ?? id;
}

/** The provider `local` needs no config: its address may come from the environment. */
function withLocal(
  providers: ReadonlyMap<string, ProviderConfig>,
  env: ModelsOptions["env"],
): ReadonlyMap<string, KnownProvider> {
  const url = env.POLYGLAV_BASE_URL;
  if (url === undefined || url === "") return providers;
  const local = { ...providers.get("local"), base_url: url, from: "POLYGLAV_BASE_URL" };
  return new Map([...providers.entries(), ["local", local] as const]);
}

function noModel(state: string): RunError {
  return {
    code: "POLYGLAV_NO_MODEL",
    message: `Cannot choose a model: ${state}`,
    hint:
      'Name one with --model provider/model, or as "model" in config.json; ' +
      "POLYGLAV_BASE_URL gives the provider local the address of any OpenAI-compatible server",
  };
}

/** The provider that needs no config: its address can come from the environment alone. */
const LOCAL = "local";
const LOCAL_HINT =
  "Set POLYGLAV_BASE_URL to the address of an OpenAI-compatible server, such as http://localhost:11434/v1, " +
  'or add "local" under "providers" in config.json';

function unknownProvider(ref: string, known: readonly string[]): RunError {
  const code = "POLYGLAV_UNKNOWN_PROVIDER";
  const slash = ref.indexOf("/");
  if (slash < 0) {
    const hint = `Write provider/model, for example local/${ref}`;
    return { code, message: `Cannot use model "${ref}": it names no provider`, hint };
  }
  const provider = ref.slice(0, slash);
  const meant = nearest(provider, known);
  const list = known.length === 0 ? "No provider is configured" : `Known providers: ${known.toSorted().join(", ")}`;
  return {
    code,
    message: `Cannot use model "${ref}": there is no provider "${provider}"`,
    hint:
      provider === LOCAL
        ? LOCAL_HINT
        : meant === undefined
          ? `${list}; add it under "providers" in config.json`
          : `Did you mean "${meant}"? ${list}`,
  };
}

function refused(error: RunError): ResolvedModel {
  return { ok: false, error };
}

function toMap(providers: ModelsOptions["providers"]): ReadonlyMap<string, ProviderConfig> {
  return isMap(providers) ? providers : new Map(Object.entries(providers));
}

function isMap(providers: ModelsOptions["providers"]): providers is ReadonlyMap<string, ProviderConfig> {
  return providers instanceof Map;
}
