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
export { type AuthorityNow, type RequestOf, type ToolCall } from "../shared/judge-call.ts";
export { type ClaudeOptions, importClaudeCode } from "./import-claude-code.ts";
export { preToolUse, type PreToolUseOptions, type PreToolUseOutput } from "./pre-tool-use.ts";
export { type ClaudeScope } from "./settings.ts";
export { type ToolReaders } from "./tool-requests.ts";
