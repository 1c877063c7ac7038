import type { ImportProblem } from "../imports/imported.ts";
import { bashPatterns, readBashText } from "./bash-rule.ts";
import { hostOf, hostPatterns } from "./host-pattern.ts";
import { type Anchors, ignorePatterns, readIgnorePath } from "./ignore-path.ts";
import { isWholeTool, paramOf } from "./rule-match.ts";
import type { ClaudeRule } from "./settings.ts";

/** What is to be said about a rule that does not mean here what it means there. */
export function problemOf(rule: ClaudeRule, anchors: Anchors): ImportProblem | undefined {
  const { tool, about, word } = rule;
  const say = (code: ImportProblem["code"], severity: ImportProblem["severity"], why: string): ImportProblem => ({
    code,
    severity,
    message: `Cannot carry ${JSON.stringify(rule.text)} over: ${why}`,
    path: rule.path,
  });
  const approximated = say(
    "import/approximated",
    "warning",
    word === "allow" ? "it opens nothing here" : "it closes more here",
  );
  if (paramOf(rule) !== undefined)
    return say("import/not-carried-over", "error", "no rule here is about parameters of tools");
  if (isWholeTool(rule)) return wholeToolProblem(rule, say);
  if (about === undefined || about === "")
    return say("import/without-effect", "warning", "there is nothing between its parentheses");
  switch (tool) {
    case "Bash": {
      if (/^\s*command\s*:/.test(about)) return say("import/without-effect", "warning", "Claude Code ignores it");
      return bashPatterns(readBashText(about), word).exact.length === 0 ? approximated : undefined;
    }
    case "Read":
    case "Edit": {
      const path = readIgnorePath(about, word, anchors);
      if (path === undefined) return say("import/without-effect", "warning", "Claude Code never matches it");
      return ignorePatterns(path, anchors).exact.length === 0 ? approximated : undefined;
    }
    case "WebFetch": {
      const host = hostOf(about);
      const isKnown = host !== undefined && hostPatterns(host).exact.length > 0;
      return isKnown ? undefined : say("import/unreadable-rule", "error", "it is no domain");
    }
    case "Agent":
      return undefined;
    default:
      return FILE_TOOLS.has(tool)
        ? say("import/without-effect", "warning", "Claude Code checks paths by Read and Edit only")
        : say("import/not-carried-over", "warning", `there is no category for ${tool}`);
  }
}

type Say = (code: ImportProblem["code"], severity: ImportProblem["severity"], why: string) => ImportProblem;

function wholeToolProblem({ tool, word }: ClaudeRule, say: Say): ImportProblem | undefined {
  if (tool.includes("*") && word === "allow" && !/^mcp__[^*]*[^*_]__/.test(tool))
    return say("import/without-effect", "warning", "an allow with a star needs the name of a server");
  if (CARRIED.has(tool) || tool.startsWith("mcp__") || tool.includes("*")) return undefined;
  if (!NOTEBOOKS.has(tool)) return say("import/not-carried-over", "warning", `there is no category for ${tool}`);
  // A category is for all tools that edit: closing it for one of them would close it for the others.
  return say("import/not-carried-over", word === "allow" ? "warning" : "error", "all tools that edit are one here");
}

const CARRIED: ReadonlySet<string> = new Set("Agent Bash Edit Glob Grep Read WebFetch WebSearch Write".split(" "));
const NOTEBOOKS: ReadonlySet<string> = new Set(["MultiEdit", "NotebookEdit"]);
const FILE_TOOLS: ReadonlySet<string> = new Set(["Glob", "Grep", "MultiEdit", "NotebookEdit", "Write"]);
