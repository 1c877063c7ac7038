import { type Patch, type Position, type Problem } from "@polyglav/registry";
import { configSchema, providerSchema, type WrittenConfig, type WrittenProvider } from "./config-schema.ts";
import { readFields } from "./read-fields.ts";
import { isObject, notAnObject, type Parsed, type Subject, unknownField, wrongType } from "./subject.ts";
import { readPermissions, type WrittenPermissions } from "./permissions.ts";

/** Where the config that is read comes from. */
export interface ConfigOptions {
  readonly layer?: string;
  /** Where the value at a path was written; `undefined` when nobody knows. */
  readonly where?: (path: readonly string[]) => Position | undefined;
}

/** What one layer says about the config; `null` for a key takes away what lower layers say. */
export interface ConfigPatch {
  readonly settings: Patch<WrittenConfig>;
  /** By id; `null` instead of the map takes away all providers of lower layers. */
  readonly providers: ReadonlyMap<string, Patch<WrittenProvider> | null> | null;
}

const plainKeys = configSchema.omit({ tool_permission: true, grant_permission: true, providers: true });
const KEYS = Object.keys(configSchema.shape);
const PROVIDER_KEYS = Object.keys(providerSchema.shape);

/**
 * Reads what somebody wrote as config, key by key, as `parseRole` does for a role: each wrong key is left out with an
 * `error` problem; an unknown one is kept, with a warning that names the nearest key. Permission words fail closed.
 * `assistant_role` is read as `root_role`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseConfig } from "@polyglav/catalog";
 *
 * const { value, problems } = parseConfig({ model: "local/qwen3", retrys: 1, idle_timeout: "soon" });
 *
 * assert.deepEqual(value.settings, { model: "local/qwen3", retrys: 1 });
 * assert.deepEqual(problems.map((problem) => problem.code), ["config/unknown-field", "config/wrong-type"]);
 * ```
 */
export function parseConfig(written: unknown, options: ConfigOptions = {}): Parsed<ConfigPatch> {
  const { layer, where } = options;
  const subject: Subject = { area: "config", locate: (path) => where?.(path), ...(layer !== undefined && { layer }) };
  const nothing: ConfigPatch = { settings: {}, providers: new Map() };
  if (!isObject(written)) return { value: nothing, problems: [notAnObject(subject, written)] };

  const problems: Problem[] = [];
  const plain: [string, unknown][] = [];
  const taken: [string, unknown][] = [];
  const words: { tool_permission?: WrittenPermissions; grant_permission?: WrittenPermissions } = {};
  let providers: ConfigPatch["providers"] = nothing.providers;
  for (const [key, value] of Object.entries(written)) {
    if (key === "$schema") continue;
    if (!KEYS.includes(key)) {
      if (!key.startsWith("x-")) problems.push(unknownField(subject, [key], KEYS));
      taken.push([key, value]);
    } else if (key === "providers") {
      const read = readProviders(value, subject);
      providers = read.value;
      problems.push(...read.problems);
    } else if (value === null) taken.push([key === "assistant_role" ? "root_role" : key, null]);
    else if (key === "tool_permission" || key === "grant_permission") {
      const read = readPermissions(value, key, subject);
      words[key] = read.value;
      problems.push(...read.problems);
    } else plain.push([key, value]);
  }

  const read = readFields(Object.fromEntries(plain), plainKeys, subject, {
    maps: ["ask_policy", "limits", "model_aliases"],
  });
  const { assistant_role, ...known } = read.value;
  const root_role = known.root_role ?? assistant_role;
  const isUnsure = plain.some(([key]) => key === "temporary_roles") && known.temporary_roles === undefined;
  const settings: ConfigPatch["settings"] = {
    ...Object.fromEntries(taken),
    ...known,
    ...words,
    ...(root_role !== undefined && { root_role }),
    ...(isUnsure && { temporary_roles: "deny" }),
  };
  return { value: { settings, providers }, problems: [...problems, ...read.problems] };
}

/** Reads providers one by one: a wrong field costs its provider nothing else, a wrong provider no other one. */
function readProviders(written: unknown, config: Subject): Parsed<ConfigPatch["providers"]> {
  if (written === null) return { value: null, problems: [] };
  const providers = new Map<string, Patch<WrittenProvider> | null>();
  if (!isObject(written)) {
    return { value: providers, problems: [wrongType(config, ["providers"], "a map of providers", written)] };
  }
  const problems: Problem[] = [];
  for (const [id, value] of Object.entries(written)) {
    const subject: Subject = { ...config, base: ["providers", id] };
    if (value === null) providers.set(id, null);
    else if (!isObject(value)) problems.push(wrongType(subject, [], "an object", value));
    else {
      const gone = Object.entries(value).filter(([field, item]) => item === null && PROVIDER_KEYS.includes(field));
      const rest = Object.entries(value).filter(([, item]) => item !== null);
      const read = readFields(Object.fromEntries(rest), providerSchema, subject);
      providers.set(id, { ...read.value, ...Object.fromEntries(gone) });
      problems.push(...read.problems);
    }
  }
  return { value: providers, problems };
}
