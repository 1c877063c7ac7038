import {
  createRegistry,
  type LayerData,
  type LayerPart,
  type Patch,
  type Problem,
  type Reader,
} from "@polyglav/registry";
import {
  type CountedSkill,
  estimateTokens,
  type ListedSkill,
  type Resolved,
  type ResolveOptions,
  resolveSkills,
  type Skill,
} from "@polyglav/skills";
import { type Layer, LAYERS } from "./layers.ts";
import { type PluginEntries, readPlugins, readPluginSkill, withPlugins } from "./plugins.ts";
import { type Withheld } from "./restrict.ts";
import { allOf } from "./team-layers.ts";

/** A layer of skills in memory, as `readSkillFolder` of `@polyglav/skills/file` gives it. */
export interface SkillLayer extends LayerData<Skill> {
  readonly problems?: readonly Problem[];
}
export type SkillLayers = Readonly<Partial<Record<Layer, SkillLayer>>>;

/** How the names of skills are resolved. Why some are withheld the catalog knows itself. */
export type SkillOptions = Omit<ResolveOptions, "withheld">;

/** Names of skills, in lists that count in their order. */
export type SkillLists = readonly (readonly (string | null | undefined)[])[];

/** The skills of one plugin, checked. */
export interface SkillsOfPlugin {
  readonly source: string;
  readonly skills: readonly (Patch<Skill> & Pick<Skill, "name" | "content">)[];
}

/**
 * Skills that are listed before they are read: what `openSkills` of `@polyglav/skills/file` opens is one. Whoever opens
 * it says whether local ones count. A catalog has what the library has: a `refresh` of it shows there at once.
 */
export interface SkillLibrary extends Reader<ListedSkill> {
  /** Reads a skill with its content; `undefined` when there is none or it cannot be read. */
  readonly load: (name: string) => CountedSkill | undefined;
  /** As `resolveSkills` does, with the reason for each name that is withheld. */
  readonly resolve: (lists: SkillLists, options?: SkillOptions) => Resolved;
  /** The skills that do not count because nobody trusts their place. */
  readonly withheld: () => readonly { readonly name: string; readonly layer: string; readonly file: string }[];
  /** Called by a catalog that is made with plugins. */
  readonly setPlugins: (plugins: readonly SkillsOfPlugin[]) => unknown;
}

/** One skill with its content. */
export interface SkillView {
  readonly skill: CountedSkill;
  /** The layer that defines it, or `merged`. */
  readonly origin: string;
  /** What its writer should look at. */
  readonly problems: readonly Problem[];
}

/** What the skills of all layers come to. */
export interface SkillsOfLayers {
  readonly listed: Reader<ListedSkill>;
  readonly view: (name: string) => SkillView | undefined;
  readonly resolve: SkillLibrary["resolve"];
  readonly withheld: readonly Withheld[];
  readonly problems: readonly Problem[];
}

/** Lists the skills of layers in memory, or of a library; reads none. */
export function layerSkills(
  given: SkillLayers | SkillLibrary,
  trusted: boolean,
  plugins?: readonly PluginEntries[],
): SkillsOfLayers {
  const brought = readPlugins<Skill>(plugins ?? [], "skills", readPluginSkill);
  return "load" in given
    ? fromLibrary(given, plugins === undefined ? undefined : brought)
    : fromLayers(given, trusted, brought);
}

interface Brought {
  readonly parts: readonly LayerPart<Skill>[];
  readonly problems: readonly Problem[];
}

function fromLibrary(library: SkillLibrary, brought: Brought | undefined): SkillsOfLayers {
  if (brought !== undefined) library.setPlugins(brought.parts.map(skillsOf));
  const untrusted = library.withheld().map(({ name, layer, file }) => ({ name, layer, file }));
  return {
    listed: library,
    view: viewer(library.load, library),
    resolve: library.resolve,
    withheld: untrusted.map((one) => ({ kind: "skill", why: "untrusted", ...one })),
    problems: [...(brought?.problems ?? []), ...library.problems()],
  };
}

/** What is not trusted is withheld, for skills are instructions. */
function fromLayers(written: SkillLayers, trusted: boolean, brought: Brought): SkillsOfLayers {
  const registry = createRegistry<ListedSkill>({ layers: LAYERS });
  const problems: Problem[] = [...brought.problems];
  for (const layer of LAYERS.filter((layer) => trusted || layer !== "local")) {
    const given = written[layer];
    problems.push(...(given?.problems ?? []));
    if (layer === "plugin") problems.push(...registry.set(layer, withPlugins<ListedSkill>(given, brought.parts)));
    else if (given !== undefined) problems.push(...registry.set(layer, given));
  }
  const untrusted = trusted ? undefined : written.local;
  const load = (name: string): CountedSkill | undefined => {
    const { stamp: _, content, description = "", tokens, ...more } = registry.get(name) ?? {};
    if (content === undefined) return undefined;
    return { ...more, name, content, description, tokens: tokens ?? estimateTokens(content) };
  };
  const withheld = (name: string): "untrusted" | undefined =>
    untrusted?.entries.has(name) === true ? "untrusted" : undefined;
  return {
    listed: registry,
    view: viewer(load, { origin: registry.origin, problems: () => problems }),
    resolve: (lists, options = {}) => resolveSkills(load, lists, { ...options, withheld }),
    withheld: untrusted === undefined ? [] : allOf("skill", untrusted),
    problems,
  };
}

function viewer(
  load: SkillLibrary["load"],
  { origin, problems }: Pick<SkillLibrary, "origin" | "problems">,
): SkillsOfLayers["view"] {
  return (name) => {
    const skill = load(name);
    if (skill === undefined) return undefined;
    const found = problems().filter((problem) => problem.name === name);
    return Object.freeze({ skill, origin: origin(name) ?? "", problems: found });
  };
}

function skillsOf({ source, entries }: LayerPart<Skill>): SkillsOfPlugin {
  const skills = [...entries].flatMap(([name, skill]) => {
    const { content } = skill ?? {};
    return typeof content === "string" ? [{ ...skill, name, content }] : [];
  });
  return { source, skills };
}
