import { createRegistry, type LayerData, type Problem, type Registry } from "@polyglav/registry";
import { type Skill } from "@polyglav/skills";
import { bundledTeams } from "./bundled-teams.ts";
import { asWrittenLayer, type Layer, LAYERS, readLayer, type WrittenLayers } from "./layers.ts";
import { type Withheld } from "./restrict.ts";
import { parseTeam, type WrittenTeam } from "./team.ts";

/** The entries of all layers that count, and the names of those in a local layer that is not trusted. */
export interface EntryLayers<T> {
  readonly registry: Registry<T>;
  readonly withheld: readonly Withheld[];
  readonly problems: readonly Problem[];
}

/** A layer of skills as `readSkillFolder` of `@polyglav/skills/file` gives it. */
export interface SkillLayer extends LayerData<Skill> {
  readonly problems?: readonly Problem[];
}
export type SkillLayers = Readonly<Partial<Record<Layer, SkillLayer>>>;

/** Puts the layers of teams over each other. Teams hold nothing that could lower, so an untrusted layer is all withheld. */
export function layerTeams(written: WrittenLayers, trusted: boolean): EntryLayers<WrittenTeam> {
  const registry = createRegistry<WrittenTeam>({ layers: LAYERS });
  const problems: Problem[] = [];
  registry.set("bundled", bundledTeams);
  for (const layer of LAYERS.filter((layer) => trusted || layer !== "local")) {
    if (layer === "bundled" && written.bundled === undefined) continue;
    const given = asWrittenLayer(written[layer] ?? {});
    const read = readLayer<WrittenTeam>(given, layer, parseTeam);
    problems.push(...read.problems, ...registry.set(layer, read.data));
  }
  return { registry, withheld: trusted ? [] : allOf("team", asWrittenLayer(written.local ?? {})), problems };
}

/** Puts the layers of skills over each other; those of an untrusted layer are withheld, for they are instructions. */
export function layerSkills(written: SkillLayers, trusted: boolean): EntryLayers<Skill> {
  const registry = createRegistry<Skill>({ layers: LAYERS });
  const problems: Problem[] = [];
  for (const layer of LAYERS.filter((layer) => trusted || layer !== "local")) {
    const given = written[layer];
    if (given !== undefined) problems.push(...(given.problems ?? []), ...registry.set(layer, given));
  }
  return { registry, withheld: trusted || written.local === undefined ? [] : allOf("skill", written.local), problems };
}

function allOf(
  kind: Withheld["kind"],
  {
    entries,
    where,
  }: { readonly entries: ReadonlyMap<string, unknown>; readonly where?: SkillLayer["where"] | undefined },
): readonly Withheld[] {
  return [...entries.keys()].map((name) => ({ kind, name, layer: "local", why: "untrusted", ...where?.(name) }));
}
