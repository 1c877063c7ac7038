import { type Decision } from "@polyglav/permissions";
import { createRegistry, type Merged, type Registry } from "@polyglav/registry";
import { type AskPolicy } from "./ask-policy.ts";
import { type WrittenConfig, type WrittenProvider, type Price } from "./config-schema.ts";
import { durationMs } from "./duration.ts";
import { type Limits, limitsOf } from "./limits.ts";
import { type ConfigOptions, type ConfigPatch } from "./parse-config.ts";
import { setPermissions, type Permissions } from "./permissions.ts";

/** The layers of the config, lowest first; `flag` is a file that the operator named for one command. */
export const CONFIG_LAYERS = ["global", "local", "flag"] as const;
export type ConfigLayer = (typeof CONFIG_LAYERS)[number];

/** A place where models can be had. */
export interface Provider {
  readonly id: string;
  readonly kind: string;
  readonly base_url: string | undefined;
  readonly api_key_env: string | undefined;
  readonly models: readonly string[];
  /** What its models cost, by name, in US dollars per million tokens; `*` stands for every one that is not named. */
  readonly prices: Readonly<Record<string, Price>>;
  /** The most tokens that one answer of its models may have, by name; `*` stands for every one that is not named. */
  readonly max_output_tokens: Readonly<Record<string, number>>;
}

/** The config as its layers make it together, with its defaults filled in. */
export interface Config {
  /** The model of a run whose role names none; there is no default. */
  readonly model: string | undefined;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly model_aliases: ReadonlyMap<string, string>;
  /** The role of a run that names none. */
  readonly root_role: string;
  readonly tool_permission: Permissions;
  readonly grant_permission: Permissions;
  readonly ask_policy: AskPolicy;
  /** What happens to a delegation to a role that is in no catalog. */
  readonly temporary_roles: Decision;
  readonly limits: Limits;
  /** How long a model may say nothing, in milliseconds. */
  readonly idle_timeout_ms: number;
  /** How often a model request that failed is tried again. */
  readonly retries: number;
  /** All other keys, as they were written. */
  readonly rest: ReadonlyMap<string, unknown>;
}

/** What counts where no layer says anything, or the highest one says `null`. */
export const CONFIG_DEFAULTS = {
  root_role: "assistant",
  tool_permission: {
    ask: "allow",
    bash: "ask",
    catalog: "allow",
    delegate: "allow",
    edit: "allow",
    handoff: "allow",
    list: "allow",
    mcp: "ask",
    read: "allow",
    team: "allow",
    vcs: "ask",
    web: "allow",
  },
  ask_policy: { permission: "auto", direction: "human" },
  temporary_roles: "deny",
  idle_timeout: "60s",
  retries: 2,
} as const satisfies WrittenConfig;

/** The one entry of the registry that the config is. */
export const CONFIG = "config";

/** A layer of the config, read. */
export interface ConfigData {
  readonly patch: ConfigPatch;
  readonly where?: ConfigOptions["where"];
}

/** The layers of the config: its settings as one entry called {@link CONFIG}, its providers by id. */
export interface ConfigRegistries {
  readonly settings: Registry<WrittenConfig>;
  readonly providers: Registry<WrittenProvider>;
}

/** Puts the layers of the config over each other, and over its defaults. */
export function layerConfig(layers: ReadonlyMap<ConfigLayer, ConfigData>): ConfigRegistries {
  const settings = createRegistry<WrittenConfig>({
    layers: CONFIG_LAYERS,
    rules: {
      tool_permission: "merge",
      grant_permission: "merge",
      ask_policy: "merge",
      model_aliases: "merge",
      limits: "merge",
    },
  });
  const providers = createRegistry<WrittenProvider>({ layers: CONFIG_LAYERS });
  for (const [layer, { patch, where }] of layers) {
    const at = (path: readonly (string | undefined)[]) => where?.(path.filter((part) => part !== undefined));
    settings.set(layer, {
      entries: new Map([[CONFIG, patch.settings]]),
      where: (_, field, key) => at([field, key]),
    });
    const gone = [...layers.values()].flatMap((other) => [...(other.patch.providers?.keys() ?? [])]);
    providers.set(layer, {
      entries: patch.providers ?? new Map(gone.map((id) => [id, null])),
      where: (id, field) => at(["providers", id, field]),
    });
  }
  return { settings, providers };
}

/** Works out what the layers of the config say together. */
export function configOf({ settings, providers }: ConfigRegistries): Config {
  const { tool_permission, grant_permission, ask_policy, ...merged } = settings.get(CONFIG) ?? {};
  const rest = Object.entries(merged).filter(([key]) => !READ.has(key));
  return {
    model: merged.model === "" ? undefined : merged.model,
    providers: new Map([...providers.entries()].map(([id, provider]) => [id, providerOf(id, provider)])),
    model_aliases: new Map(Object.entries(merged.model_aliases ?? {}).filter(isPair)),
    root_role: merged.root_role ?? CONFIG_DEFAULTS.root_role,
    tool_permission: withDefaults(setPermissions(tool_permission)),
    grant_permission: setPermissions(grant_permission),
    ask_policy: {
      permission: ask_policy?.permission ?? CONFIG_DEFAULTS.ask_policy.permission,
      direction: ask_policy?.direction ?? CONFIG_DEFAULTS.ask_policy.direction,
    },
    temporary_roles: merged.temporary_roles ?? CONFIG_DEFAULTS.temporary_roles,
    limits: limitsOf(merged.limits),
    idle_timeout_ms: durationMs(merged.idle_timeout) ?? durationMs(CONFIG_DEFAULTS.idle_timeout) ?? 0,
    retries: merged.retries ?? CONFIG_DEFAULTS.retries,
    rest: new Map(rest),
  };
}

/**
 * Completes what the operator wrote. A `"*"` of the operator means every category that the operator does not name, so
 * it leaves no room for defaults: `{ "*": "deny", "read": "allow" }` allows nothing but reading.
 */
const withDefaults = (words: Permissions): Permissions =>
  Object.hasOwn(words, "*") ? words : { ...CONFIG_DEFAULTS.tool_permission, ...words };

const providerOf = (
  id: string,
  { kind, models, prices, max_output_tokens, ...rest }: Merged<WrittenProvider>,
): Provider => ({
  id,
  kind: kind ?? "openai-compatible",
  base_url: rest.base_url,
  api_key_env: rest.api_key_env,
  models: models ?? [],
  prices: prices ?? {},
  max_output_tokens: max_output_tokens ?? {},
});

const isPair = (entry: [string, string | null]): entry is [string, string] => entry[1] !== null;

/** The keys that {@link Config} has fields for. */
const READ: ReadonlySet<string> = new Set([
  "model",
  "model_aliases",
  "root_role",
  "temporary_roles",
  "limits",
  "idle_timeout",
  "retries",
]);
