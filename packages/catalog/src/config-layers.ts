import { type Problem } from "@polyglav/registry";
import {
  type Config,
  CONFIG_LAYERS,
  type ConfigData,
  type ConfigLayer,
  configOf,
  type ConfigRegistries,
  layerConfig,
} from "./config.ts";
import { type ConfigOptions, parseConfig } from "./parse-config.ts";
import { restrict, type RoleBound, type Withheld, withheldAt } from "./restrict.ts";
import { whyUnreadable } from "./role-layers.ts";
import { isObject, notAnObject, type Subject } from "./subject.ts";

/** A layer of the config as a reader found it, for instance `readJsonDocument` of `@polyglav/registry/file`. */
export interface WrittenConfigLayer {
  /** What was written; `undefined` says nothing. */
  readonly value: unknown;
  readonly where?: ConfigOptions["where"];
  readonly problems?: readonly Problem[];
  /** False when there is something that could not be read. */
  readonly readable?: boolean;
}
export type WrittenConfigLayers = Readonly<Partial<Record<ConfigLayer, WrittenConfigLayer>>>;

/** The config of all layers, and what became of a local layer that is not trusted. */
export interface ConfigLayers {
  readonly registries: ConfigRegistries;
  readonly config: Config;
  readonly bound: RoleBound | undefined;
  readonly boundWhere: ConfigOptions["where"];
  /** Where each layer wrote what. */
  readonly where: ReadonlyMap<string, ConfigOptions["where"]>;
  readonly withheld: readonly Withheld[];
  readonly problems: readonly Problem[];
  readonly unreadable: readonly Problem[];
}

/** Puts the layers of the config over each other; of a local layer that is not trusted only the bounds count. */
export function readConfigLayers(written: WrittenConfigLayers, trusted: boolean): ConfigLayers {
  const read = new Map<ConfigLayer, ConfigData>();
  const problems: Problem[] = [];
  const unreadable: Problem[] = [];
  for (const layer of CONFIG_LAYERS) {
    const given = written[layer];
    if (given === undefined) continue;
    problems.push(...(given.problems ?? []));
    if (given.readable === false) unreadable.push(...whyUnreadable(given, layer, "config"));
    if (given.value === undefined || (layer === "local" && !trusted)) continue;
    const { where } = given;
    const parsed = parseConfig(given.value, { layer, ...(where !== undefined && { where }) });
    problems.push(...parsed.problems);
    read.set(layer, { patch: parsed.value, ...(where !== undefined && { where }) });
  }
  const registries = layerConfig(read);
  problems.push(...registries.settings.problems(), ...registries.providers.problems());
  const config = configOf(registries);
  const local = trusted ? undefined : written.local;
  const restricted = restrictConfig(local, config);
  return {
    registries,
    config,
    ...restricted,
    boundWhere: local?.where,
    where: new Map([...read].map(([layer, data]) => [layer, data.where])),
    problems: [...problems, ...restricted.problems],
    unreadable,
  };
}

function restrictConfig(
  local: WrittenConfigLayer | undefined,
  trusted: Config,
): Pick<ConfigLayers, "bound" | "withheld" | "problems"> {
  const subject: Subject = { area: "config", layer: "local", locate: (path) => local?.where?.(path) };
  if (local?.value === undefined) return { bound: undefined, withheld: [], problems: [] };
  if (!isObject(local.value)) return { bound: undefined, withheld: [], problems: [notAnObject(subject, local.value)] };
  const { bound, withheld, problems } = restrict(local.value, trusted, subject);
  return { bound, withheld: withheld.map((path) => withheldAt("config", subject, path)), problems };
}
