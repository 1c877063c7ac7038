import { readText } from "@polyglav/registry/file";
import { type WrittenConfigLayer } from "../config-layers.ts";
import { parseRoleConfig, type RoleConfig } from "../role-config.ts";
import { isObject } from "../subject.ts";

/**
 * Puts the aliases of a `role_config.yaml` under those of the config of the same folder, which count before them. The
 * file is read and never written; without it the layer is what it was.
 */
export function withRoleConfig(layer: WrittenConfigLayer, file: string, name: string): WrittenConfigLayer {
  const read = readRoleConfig(file);
  if (read === undefined) return layer;
  const problems = [...(layer.problems ?? []), ...read.problems.map((problem) => ({ ...problem, layer: name, file }))];
  const { value } = layer;
  const own = isObject(value) && isObject(value.model_aliases) ? value.model_aliases : {};
  // Where the config says something else than a map, it says that, and nothing is mixed into it.
  const isOpen =
    value === undefined || (isObject(value) && (value.model_aliases === undefined || own === value.model_aliases));
  if (!isOpen || read.aliases.size === 0) return { ...layer, problems };
  const aliases = new Map<string, unknown>([...read.aliases].map(([alias, { value: model }]) => [alias, model]));
  for (const [alias, model] of Object.entries(own)) aliases.set(alias, model);
  return {
    ...layer,
    value: { ...(isObject(value) && value), model_aliases: Object.fromEntries(aliases) },
    problems,
    where: (path) => {
      const [key, alias = ""] = path;
      const found = key === "model_aliases" && !Object.hasOwn(own, alias) ? read.aliases.get(alias) : undefined;
      return found === undefined ? layer.where?.(path) : { file, line: found.line, column: 1 };
    },
  };
}

/** Nothing where there is no such file: most people have none. */
function readRoleConfig(file: string): RoleConfig | undefined {
  const read = readText(file);
  if (read.found === "text") return parseRoleConfig(read.text);
  if (read.found !== "unreadable") return undefined;
  const message = `Cannot read "role_config.yaml": ${read.state}`;
  return { aliases: new Map(), problems: [{ code: "config/unread-alias", severity: "warning", message }] };
}
