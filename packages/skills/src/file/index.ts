/**
 * Folders of Markdown files as layers of skills. For Node.
 *
 * @module
 */
export { readSkillFolder, readSkillPlaces, type SkillFolder } from "./read-skill-folder.ts";
export { type SkillPlace, skillPlaces } from "./places.ts";
export { openSkills, type OpenSkillsOptions, type Skills } from "./open-skills.ts";
export { type PluginSkills } from "./layer-parts.ts";
export { type UntrustedSkill } from "./disk.ts";
export { stampSkills } from "./stamp-skills.ts";
export { readSkillFile, type SkillFile, skillFiles, type SkillFiles, type SkillFileText } from "./skill-files.ts";
export {
  createSkill,
  editSkill,
  type RemoveOptions,
  type RemoveResult,
  removeSkill,
  type SkillDir,
  type WriteResult,
} from "./write-skill.ts";
export { type Imported, type ImportReceipt, importSkills } from "./import-skills.ts";
