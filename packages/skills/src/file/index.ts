/**
 * Folders of Markdown files as layers of skills. For Node.
 *
 * @module
 */
export { readSkillFolder, type SkillFolder } from "./read-skill-folder.ts";
