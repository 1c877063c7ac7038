import { openBlock } from "./fence.ts";
import { type KnownSkill } from "./resolve.ts";
import { type Skill } from "./skill.ts";

/** Whatever looks skills up by name: a registry, its snapshot, or a `Map`. */
export interface SkillReader {
  readonly get: (name: string) => KnownSkill | undefined;
}

/**
 * Writes the part of a prompt that holds skills: `## Skills`, then for each skill `### <name>` and its trimmed
 * content, with one blank line between all of them. No skills give `""`. Names are looked up in their order; those
 * that are unknown or empty are left out, and `resolveSkills` says which.
 *
 * A block of code that a skill leaves open is closed, for it would swallow the headings after it; and a name is
 * written on one line, whatever it holds.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseSkill, skillsSection } from "@polyglav/skills";
 *
 * const { skill } = parseSkill("Be brief.\n", "base");
 * assert.equal(skillsSection([skill]), "## Skills\n\n### base\n\nBe brief.");
 * assert.equal(skillsSection(new Map([["base", skill]]), ["base", "other"]), skillsSection([skill]));
 * ```
 */
export function skillsSection(skills: readonly Skill[]): string;
export function skillsSection(reader: SkillReader, names: readonly string[]): string;
export function skillsSection(from: readonly Skill[] | SkillReader, names: readonly string[] = []): string {
  const skills = "get" in from ? lookUp(from, names) : from;
  return skills.length === 0 ? "" : ["## Skills", ...skills.map(skillPart)].join("\n\n");
}

/**
 * Puts the section after a prompt, which is trimmed at its end, and one blank line. An empty prompt gives the section
 * alone; no skills give the prompt unchanged, byte for byte.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseSkill, withSkills } from "@polyglav/skills";
 *
 * const { skill } = parseSkill("Be brief.", "base");
 * assert.equal(withSkills("You review code.\n", [skill]), "You review code.\n\n## Skills\n\n### base\n\nBe brief.");
 * assert.equal(withSkills("You review code.\n", []), "You review code.\n");
 * ```
 */
export function withSkills(prompt: string, skills: readonly Skill[]): string {
  if (skills.length === 0) return prompt;
  const start = prompt.trimEnd();
  return start === "" ? skillsSection(skills) : `${start}\n\n${skillsSection(skills)}`;
}

/** What one skill adds to the section, and what its tokens are counted on. */
export function skillPart({ name, content }: Pick<Skill, "name" | "content">): string {
  return `### ${onOneLine(name)}\n\n${closed(content.trim())}`;
}

function lookUp(reader: SkillReader, names: readonly string[]): readonly Pick<Skill, "name" | "content">[] {
  return [...new Set(names)].flatMap((name) => {
    const content = name === "" ? "" : (reader.get(name)?.content ?? "");
    return content.trim() === "" ? [] : [{ name, content }];
  });
}

function closed(content: string): string {
  const open = openBlock(content);
  return open === undefined ? content : `${content}\n${open.fence}`;
}

const onOneLine = (name: string): string => name.replace(/[\s\p{Cc}]+/gu, " ");
