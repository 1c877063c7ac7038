import type { ImportProblem } from "../imports/imported.ts";
import { namePatterns } from "../imports/patterns-of.ts";
import { bashPatterns, readBashText } from "./bash-rule.ts";
import { hostOf, hostPatterns } from "./host-pattern.ts";
import { type Anchors, ignorePatterns, readIgnorePath } from "./ignore-path.ts";
import { EDITORS, isWholeTool, matchesTool, paramOf, READERS, readSkillText } from "./rule-match.ts";
import type { ClaudeRule } from "./settings.ts";
import { carriedTools, TOOLS } from "./tools.ts";

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
    case "Skill":
      return namePatterns(readSkillText(about)).exact.length === 0 ? approximated : undefined;
    default: {
      if (READERS.has(tool) || EDITORS.has(tool))
        return say("import/without-effect", "warning", "Claude Code checks paths by Read and Edit only");
      if (!TOOLS.has(tool)) return say("import/not-carried-over", "warning", `there is no category for ${tool}`);
      const severity = word === "allow" ? "warning" : "error";
      return say("import/not-carried-over", severity, `no rule here is about single calls of ${tool}`);
    }
  }
}

type Say = (code: ImportProblem["code"], severity: ImportProblem["severity"], why: string) => ImportProblem;

function wholeToolProblem(rule: ClaudeRule, say: Say): ImportProblem | undefined {
  const { tool, word } = rule;
  if (tool.includes("*") && word === "allow" && !/^mcp__[^*]*[^*_]__/.test(tool))
    return say("import/without-effect", "warning", "an allow with a star needs the name of a server");
  if (tool.startsWith("mcp__") || isCarried(rule)) return undefined;
  const [lost] = lostTools(rule);
  if (lost === undefined && tool.includes("*")) return undefined;
  if (lost === undefined) return say("import/not-carried-over", "warning", `there is no category for ${tool}`);
  // A category is for all its tools: closing it for one of them would close it for the others.
  const why = `calls of ${lost} cannot be told from those of ${carriedTools(categoryOf(lost)).join(", ")} here`;
  return say("import/not-carried-over", word === "allow" ? "warning" : "error", why);
}

const isCarried = ({ tool }: ClaudeRule): boolean => TOOLS.get(tool)?.isCarried === true;

/** The tools that a rule is about without being about any of those that stand for their category. */
export const lostTools = (rule: ClaudeRule): readonly string[] =>
  [...TOOLS].flatMap(([name, { category, isCarried }]) =>
    !isCarried && matchesTool(rule, name) && !carriedTools(category).some((each) => matchesTool(rule, each))
      ? [name]
      : [],
  );

const categoryOf = (tool: string): string => TOOLS.get(tool)?.category ?? "";
