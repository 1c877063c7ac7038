import type { ForeignCall } from "../imports/imported.ts";
import { isStar, matchesText, readStarText, type StarText } from "../imports/star-text.ts";
import { matchesCommand, readBashText } from "./bash-rule.ts";
import { hostOf, matchesHost } from "./host-pattern.ts";
import { type Anchors, matchesIgnorePath, readIgnorePath } from "./ignore-path.ts";
import type { ClaudeRule } from "./settings.ts";
import { TOOLS, toolsOf } from "./tools.ts";

/** The tools that read files and those that change them: rules about paths are about all of them. */
export const READERS: ReadonlySet<string> = new Set([...toolsOf("read"), ...toolsOf("list")]);
export const EDITORS: ReadonlySet<string> = new Set(toolsOf("edit"));

/** Tells whether a rule is about a call. */
export function matchesCall(rule: ClaudeRule, call: ForeignCall, anchors: Anchors): boolean {
  const { tool, about, word } = rule;
  if (paramOf(rule) !== undefined) return matchesParam(rule, call);
  if (isWholeTool(rule)) {
    const isSealed = tool === "Read" && word === "deny" && (call.tool === "Edit" || call.tool === "Write");
    return isSealed || matchesTool(rule, call.tool);
  }
  if (tool === "Read" || tool === "Edit") return about !== undefined && matchesPath({ ...rule, about }, call, anchors);
  if (tool !== call.tool || about === undefined) return false;
  if (tool === "Bash") return matchesCommand(readBashText(about), word, call.input.command ?? "");
  if (TOOLS.get(tool)?.names === "shell") return matchesText(readBashText(about), call.input.command ?? "");
  if (tool === "Skill") return matchesText(readSkillText(about), call.input.skill ?? "");
  if (tool === "Agent") return about === call.input.subagent_type;
  const host = tool === "WebFetch" ? hostOf(about) : undefined;
  return host !== undefined && matchesHost(host, call.input.url ?? "");
}

/** Reads what a `Skill` rule is about: its name, whatever follows it. */
export const readSkillText = (about: string): StarText =>
  readStarText(about.trim().replace(/(?: |:)\*$/, ""), { hasOptionalTail: false });

/** A rule without parentheses is about every call of its tool, and so is `Bash(*)`. */
export const isWholeTool = ({ tool, about }: ClaudeRule): boolean =>
  about === undefined || (tool === "Bash" && about === "*");

/** Names of tools, with stars for a deny and an ask; of MCP tools also the name of the server alone. */
export function matchesTool({ tool, word }: Pick<ClaudeRule, "tool" | "word">, name: string): boolean {
  if (tool === name || (tool.startsWith("mcp__") && !tool.includes("*") && name.startsWith(`${tool}__`))) return true;
  const pattern = readStarText(tool, { hasOptionalTail: false });
  const mayHaveStars = word !== "allow" || /^mcp__[^*]*[^*_]__/.test(tool);
  return mayHaveStars && pattern.tokens.some(isStar) && matchesText(pattern, name);
}

/** A parameter and its value, in a deny or an ask such as `Bash(run_in_background:true)`. */
export function paramOf({
  tool,
  about,
  word,
}: ClaudeRule): { readonly name: string; readonly value: string } | undefined {
  const [, name = "", value = ""] = /^\s*(\w+)\s*:\s*(.*?)\s*$/s.exec(about ?? "") ?? [];
  return word !== "allow" && PARAMETERS.get(tool)?.includes(name) === true ? { name, value } : undefined;
}

/** The parameters that rules can name; not those that the rules of the tool itself are about. */
const PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Agent", ["model", "isolation", "description", "prompt", "run_in_background", "name"]],
  ["Bash", ["run_in_background", "timeout", "description", "dangerouslyDisableSandbox"]],
  ["Edit", ["replace_all", "old_string", "new_string"]],
  ["Read", ["offset", "limit", "pages"]],
  ["WebFetch", ["prompt"]],
  ["WebSearch", ["query"]],
]);

function matchesParam(rule: ClaudeRule, { tool, input }: ForeignCall): boolean {
  const param = paramOf(rule);
  const given = param && Object.hasOwn(input, param.name) ? input[param.name] : undefined;
  if (param === undefined || given === undefined || rule.tool !== tool) return false;
  return matchesText(readStarText(param.value, { hasOptionalTail: false }), given);
}

/** What may not be read may not be written either; what may be edited may be read. */
function matchesPath(
  rule: ClaudeRule & { readonly about: string },
  { tool, input }: ForeignCall,
  anchors: Anchors,
): boolean {
  const { word, about } = rule;
  const isEditing = EDITORS.has(tool);
  const counts =
    rule.tool === "Edit"
      ? isEditing || (word === "allow" && READERS.has(tool))
      : READERS.has(tool) || (word === "deny" && (tool === "Edit" || tool === "Write"));
  const path = readIgnorePath(about, word, anchors);
  return (
    counts && path !== undefined && matchesIgnorePath(path, input.file_path ?? input.notebook_path ?? input.path ?? "")
  );
}
