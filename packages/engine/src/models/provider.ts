import type { Price } from "../budget/price.ts";
import type { ModelFacts } from "../ports.ts";
import type { RunError } from "../run/outcome.ts";

/** A provider as the config has it. */
export interface ProviderConfig {
  /** `openai-compatible`, also when absent. */
  readonly kind?: string | undefined;
  /** Where the API is, with its version, such as `http://127.0.0.1:11434/v1`. */
  readonly base_url?: string | undefined;
  /** The environment variable that holds the key; without it, requests carry none. */
  readonly api_key_env?: string | undefined;
  /** Models that it is known to have. Others are not refused: the server knows best. */
  readonly models?: readonly string[] | undefined;
  /** What its models cost, by name, in US dollars per million tokens; `*` stands for every one that is not named. */
  readonly prices?: Readonly<Record<string, Price>> | undefined;
  /** The most tokens that one answer of its models may have, by name; `*` stands for every one that is not named. */
  readonly max_output_tokens?: Readonly<Record<string, number>> | undefined;
}

/** A provider and where its address was written, if not in the config. */
export interface KnownProvider extends ProviderConfig {
  readonly from?: string;
}

/** A provider that requests can be made to. */
export interface ReadyProvider {
  readonly id: string;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

/**
 * Checks what can be checked without a request. Messages never show an address or a key: people paste keys into
 * either field.
 */
export function readyProvider(
  id: string,
  config: KnownProvider,
  env: Readonly<Record<string, string | undefined>>,
): ReadyProvider | RunError {
  const { kind = KIND, base_url: baseUrl, api_key_env: keyName, from = `providers.${id}.base_url` } = config;
  if (kind !== KIND) return notReady(id, `its kind "${kind}" is not supported`, `The one kind so far is "${KIND}"`);
  const wrong = baseUrl === undefined || baseUrl === "" ? "it has no base_url" : wrongUrl(baseUrl);
  if (baseUrl === undefined || wrong !== undefined) {
    return notReady(id, wrong ?? "", `Set ${from} to an address such as http://127.0.0.1:11434/v1`);
  }
  if (keyName === undefined || keyName === "") return { id, baseUrl, apiKey: undefined };
  const apiKey = Object.hasOwn(env, keyName) ? env[keyName]?.trim() : undefined;
  if (apiKey === undefined || apiKey === "") {
    return notReady(
      id,
      `the environment variable ${shown(keyName)} is not set`,
      `Set it, or correct providers.${id}.api_key_env`,
    );
  }
  // A header with anything else is refused by fetch, in words that contain the key.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    return notReady(
      id,
      `the environment variable ${shown(keyName)} holds no key`,
      "A key has no spaces and only ASCII characters",
    );
  }
  return { id, baseUrl, apiKey };
}

/** What the config says of a model. */
export function factsOf(model: string, { prices, max_output_tokens: most }: ProviderConfig): ModelFacts {
  return { price: ofModel(model, prices), maxOutputTokens: ofModel(model, most) };
}

function ofModel<T>(model: string, values: Readonly<Record<string, T>> | undefined): T | undefined {
  const key = [model, "*"].find((each) => values !== undefined && Object.hasOwn(values, each));
  return key === undefined ? undefined : values?.[key];
}

const KIND = "openai-compatible";

function wrongUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return "its base_url is no http(s) address";
  if (url.username !== "" || url.password !== "") return "its base_url contains a user name or password";
  if (url.search !== "" || url.hash !== "") return "its base_url has a query or fragment";
  return undefined;
}

/** Only what looks like the name of a variable and not like a key. */
function shown(keyName: string): string {
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(keyName) && keyName.length <= 40
    ? `"${keyName}"`
    : "that its api_key_env names";
}

function notReady(id: string, state: string, hint: string): RunError {
  return { code: "POLYGLAV_PROVIDER_NOT_READY", message: `Cannot use provider "${id}": ${state}`, hint };
}
