import type { LayerPart, Patch, Registry } from "@polyglav/registry";
import { describeContent, estimateTokens, type ListedSkill, type Skill } from "../skill.ts";
import { type SkillPlace } from "./places.ts";

/** The skills of one plugin. */
export interface PluginSkills {
  /** The name of the plugin. */
  readonly source: string;
  /** The content of each, and what else is known of it. */
  readonly skills: readonly (Patch<Skill> & Pick<Skill, "name" | "content">)[];
}

/** What one place or plugin says. */
export type Part = LayerPart<ListedSkill>;

/** What a skill says of its content belongs to that content: none of it is taken from below when another one wins. */
const OF_CONTENT = { content: null, license: null, compatibility: null, metadata: null, allowedTools: null } as const;

/** Puts a layer in its place, unless it is as it was. */
export function setLayer(
  registry: Registry<ListedSkill>,
  layer: SkillPlace["layer"],
  parts: readonly Part[],
  before: readonly Part[] | undefined,
  below: ReadonlySet<string>,
): void {
  if (before !== undefined && areSame(before, parts)) return;
  const covering = parts.map((part) => {
    const entries = [...part.entries].map(([name, patch]): [string, Patch<ListedSkill> | null] => [
      name,
      below.has(name) ? { ...OF_CONTENT, ...patch } : patch,
    ]);
    // Nobody changes a listing, so the registry need not copy it.
    return { ...part, entries: new Map(entries), owned: true };
  });
  registry.set(layer, covering);
}

/** Says whether two lists of parts hold the same objects under the same names. */
export function areSame(some: readonly Part[], others: readonly Part[]): boolean {
  return (
    some.length === others.length &&
    some.every((part, i) => {
      const other = others[i];
      if (other?.source !== part.source || other.entries.size !== part.entries.size) return false;
      for (const [name, entry] of part.entries) if (other.entries.get(name) !== entry) return false;
      return true;
    })
  );
}

export const namesOf = (parts: readonly Part[]): ReadonlySet<string> =>
  new Set(parts.flatMap(({ entries }) => [...entries.keys()]));

/** Takes what a plugin says of its skills as it is: a head in a content is content. */
export function partOfPlugin({ source, skills }: PluginSkills): Part {
  const entries = skills.map((skill): [string, Patch<ListedSkill>] => {
    const { name, content, description, tokens } = skill;
    return [
      name,
      { ...skill, description: description ?? describeContent(content), tokens: tokens ?? estimateTokens(content) },
    ];
  });
  return { source, entries: new Map(entries) };
}
