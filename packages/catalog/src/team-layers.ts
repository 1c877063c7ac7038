import { createRegistry, type Problem, type Registry } from "@polyglav/registry";
import { bundledTeams } from "./bundled-teams.ts";
import { asWrittenLayer, LAYERS, readLayer, type WrittenLayer, type WrittenLayers } from "./layers.ts";
import { type Loop, loopOf } from "./loop.ts";
import { type PluginEntries, readPlugins, withPlugins } from "./plugins.ts";
import { type Withheld } from "./restrict.ts";
import { parseTeam, type Team, teamOf, type WrittenTeam } from "./team.ts";

/** One team. Its stages name roles that may or may not exist: that shows when it runs. */
export interface TeamView {
  readonly team: Team;
  readonly origin: string;
  /** Which of its stages are repeated; `undefined` where each runs once. */
  readonly loop: Loop | undefined;
  /** Why a loop that is written does not count. */
  readonly problems: readonly Problem[];
}

/** The entries of all layers that count, and the names of those in a local layer that is not trusted. */
export interface EntryLayers<T> {
  readonly registry: Registry<T>;
  readonly withheld: readonly Withheld[];
  readonly problems: readonly Problem[];
}

/** The teams of all layers. */
export interface TeamLayers extends EntryLayers<WrittenTeam> {
  view(name: string): TeamView | undefined;
}

/** Puts the layers of teams over each other. Teams hold nothing that could lower, so an untrusted layer is all withheld. */
export function layerTeams(
  written: WrittenLayers,
  trusted: boolean,
  plugins: readonly PluginEntries[] = [],
): TeamLayers {
  const registry = createRegistry<WrittenTeam>({ layers: LAYERS });
  const problems: Problem[] = [];
  const where = new Map<string, WrittenLayer["where"]>();
  registry.set("bundled", bundledTeams);
  const brought = readPlugins<WrittenTeam>(plugins, "teams", parseTeam);
  problems.push(...brought.problems);
  for (const layer of LAYERS.filter((layer) => trusted || layer !== "local")) {
    if (layer === "bundled" && written.bundled === undefined) continue;
    const given = asWrittenLayer(written[layer] ?? {});
    where.set(layer, given.where);
    const read = readLayer<WrittenTeam>(given, layer, parseTeam);
    const content = layer === "plugin" ? withPlugins(read.data, brought.parts) : read.data;
    problems.push(...read.problems, ...registry.set(layer, content));
  }

  function view(name: string): TeamView | undefined {
    const merged = registry.get(name);
    if (merged === undefined) return undefined;
    const team = Object.freeze(teamOf(name, merged));
    const layer = registry.explain(name)?.fields.loop?.from.at(-1)?.layer;
    const options = { ...(layer !== undefined && { layer }), where: where.get(layer ?? "") };
    const { value: loop, problems } = loopOf(team, options);
    return Object.freeze({ team, origin: registry.origin(name) ?? "", loop, problems });
  }

  for (const [name, { loop }] of registry.entries()) {
    if (loop !== undefined) problems.push(...(view(name)?.problems ?? []));
  }
  return { registry, view, withheld: trusted ? [] : allOf("team", asWrittenLayer(written.local ?? {})), problems };
}

/** Lists all that a layer that is not trusted defines. */
export function allOf(
  kind: Withheld["kind"],
  { entries, where }: Pick<WrittenLayer, "entries" | "where">,
): readonly Withheld[] {
  return [...entries.keys()].map((name) => ({ kind, name, layer: "local", why: "untrusted", ...where?.(name) }));
}
