/**
 * Markdown instructions that a role carries: parsed, resolved, put into a prompt. Pure: no disk.
 *
 * @module
 */
export { describeContent, type Skill } from "./skill.ts";
export { parseSkill, type ParsedSkill } from "./parse-skill.ts";
export { type KnownSkill, type Resolved, resolveSkills, type Withheld } from "./resolve.ts";
export { skillsSection, withSkills } from "./section.ts";
export { skillName } from "./skill-name.ts";
