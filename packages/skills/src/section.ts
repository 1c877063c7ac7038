import { openBlock } from "./fence.ts";
import { type Skill } from "./skill.ts";

/**
 * Writes the part of a prompt that holds skills: `## Skills`, then for each skill `### <name>` and its trimmed
 * content, with one blank line between all of them. No skills give `""`.
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
 * ```
 */
export function skillsSection(skills: readonly Skill[]): string {
  if (skills.length === 0) return "";
  return ["## Skills", ...skills.map((skill) => `### ${onOneLine(skill.name)}\n\n${body(skill.content)}`)].join("\n\n");
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

function body(content: string): string {
  const trimmed = content.trim();
  const open = openBlock(trimmed);
  return open === undefined ? trimmed : `${trimmed}\n${open.fence}`;
}

const onOneLine = (name: string): string => name.replace(/[\s\p{Cc}]+/gu, " ");
