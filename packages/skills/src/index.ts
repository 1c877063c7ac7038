/**
 * Markdown instructions that a role carries: parsed, resolved, put into a prompt. Pure: no disk.
 *
 * @module
 */
export {
  type CountedSkill,
  type CountTokens,
  describeContent,
  estimateTokens,
  type ListedSkill,
  type Skill,
} from "./skill.ts";
export { type ParseOptions, parseSkill, type ParsedSkill } from "./parse-skill.ts";
export { type Frontmatter, type FrontmatterOptions, readFrontmatter } from "./head/read-frontmatter.ts";
export { type HeadMap, type HeadValue, type ReadYaml, type YamlReading } from "./head/head-value.ts";
export { type KnownSkill, type Resolved, type ResolveOptions, resolveSkills, type Withheld } from "./resolve.ts";
export { type SkillReader, skillsSection, withSkills } from "./section.ts";
export { checkSkillName } from "./check-skill-name.ts";
export { type LintOptions, lintSkill } from "./lint-skill.ts";
