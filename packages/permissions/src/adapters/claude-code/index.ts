/**
 * Claude Code: a hook that decides its calls of tools by an authority, and the import of its permission settings.
 * @module
 */
export {
  type Difference,
  type ForeignCall,
  type Imported,
  type ImportPlaces,
  type ImportProblem,
} from "../imports/imported.ts";
export { type ClaudeOptions, importClaudeCode } from "./import-claude-code.ts";
export { type ClaudeScope } from "./settings.ts";
