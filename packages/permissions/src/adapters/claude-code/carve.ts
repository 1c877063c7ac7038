import { type Decision, meet } from "../../decision.ts";
import type { WrittenCarve } from "../../parse.ts";
import { SEARCH_PATTERN } from "../imports/calls.ts";
import { charsOf, pairsOf, restsAfter } from "../imports/pairs.ts";
import { namePatterns, NONE, type Patterns } from "../imports/patterns-of.ts";
import { readStarText } from "../imports/star-text.ts";
import { writeSequence } from "../imports/write-sequence.ts";
import { bashPatterns, readBashText } from "./bash-rule.ts";
import { EVERY_HOST, hostOf, hostPatterns } from "./host-pattern.ts";
import { type Anchors, ignorePatterns, readIgnorePath } from "./ignore-path.ts";
import { PROTECTED_PATTERNS } from "./protected.ts";
import { isWholeTool, matchesTool, paramOf, readSkillText } from "./rule-match.ts";
import type { ClaudeRule, ClaudeSettings } from "./settings.ts";
import { type StrictRule, strictRules } from "./strict-rules.ts";
import { absolute } from "./theirs.ts";
import { carriedTools } from "./tools.ts";

/** The carve, and for each category every pattern that either side tells apart. */
export interface CarveOf {
  readonly carve: WrittenCarve;
  readonly patterns: ReadonlyMap<string, readonly string[]>;
}

/** Every call of a category, and every path. */
const ALL: Patterns = { exact: ["**"], over: [] };
const ALL_PATHS: Patterns = { exact: ["**", "/**"], over: [] };
/** As the hook names them: `skill` and its name; the server, `resources` and the URI. */
const EVERY_SKILL: Patterns = { exact: ["skill/*"], over: [] };
const EVERY_RESOURCE: Patterns = { exact: ["*/resources/*"], over: [] };

/** Writes the settings as a carve that is as strict. */
export function carveOf(settings: ClaudeSettings, anchors: Anchors): CarveOf {
  const { mode } = settings;
  const rules = settings.rules.filter((rule) => paramOf(rule) === undefined);
  const scoped = (tool: string): readonly (ClaudeRule & { readonly about: string })[] =>
    rules.flatMap((rule) =>
      rule.tool === tool && !isWholeTool(rule) && rule.about !== undefined && rule.about !== ""
        ? [{ ...rule, about: rule.about }]
        : [],
    );
  const otherwise: Decision = mode === "bypassPermissions" ? "allow" : mode === "dontAsk" ? "deny" : "ask";
  const patterns = new Map<string, readonly string[]>();
  const write = (
    category: string,
    kind: "command" | "name" | "names" | "path" | "url",
    all: readonly StrictRule[],
  ): unknown => {
    patterns.set(
      category,
      all.flatMap(({ exact, over }) => [...exact, ...over]),
    );
    const heard =
      mode === "dontAsk" ? all.map((rule) => (rule.word === "ask" ? { ...rule, word: "deny" as const } : rule)) : all;
    return strictRules(
      category === "delegate" ? "allow" : OURS.has(category) ? meet(otherwise, "ask") : otherwise,
      heard,
      kind,
      anchors,
    );
  };
  const paths = (tool: string, words: readonly Decision[]): readonly StrictRule[] =>
    scoped(tool)
      .filter(({ word }) => words.includes(word))
      .flatMap(({ word, about }) => {
        const path = readIgnorePath(about, word, anchors);
        return path === undefined ? [] : [{ word, ...ignorePatterns(path, anchors) }];
      });
  const working = workingFolders(settings, anchors);
  const reading = [...working, ...paths("Read", ["deny", "ask", "allow"]), ...paths("Edit", ["allow"])];
  const editing = [
    ...(mode === "acceptEdits" || mode === "auto" ? working : []),
    ...paths("Edit", ["deny", "ask", "allow"]),
    ...paths("Read", ["deny"]),
    ...wholeTool(rules, carriedTools("edit"), ALL_PATHS),
    ...wholeTool(
      rules.filter(({ word }) => word === "deny"),
      ["Read"],
      ALL_PATHS,
    ),
  ];
  const opensEdits =
    mode !== "bypassPermissions" && editing.some(({ word, exact }) => word === "allow" && exact.length > 0);
  // Also where the mode denies all of it: then these are what it closes.
  const edit = write("edit", "path", opensEdits ? [...editing, ...protectedPaths(editing)] : editing);
  const skills = [
    ...wholeTool(rules, ["Skill"], EVERY_SKILL),
    ...scoped("Skill").map(({ word, about }) => ({ word, ...skillPatterns(about) })),
  ];
  const questions = wholeTool(rules, ["AskUserQuestion"], { exact: ["direction"], over: [] });
  const isClosed = rules.some(({ word, tool, about }) => word === "deny" && tool === "*" && about === undefined);
  const carve = {
    // These are about more than tools of Claude Code, so nothing is said where there is nothing to close or open.
    ...(questions.length > 0 && { ask: write("ask", "names", questions) }),
    ...((skills.length > 0 || otherwise === "deny") && { catalog: write("catalog", "names", skills) }),
    bash: write("bash", "command", [
      ...wholeTool(rules, carriedTools("bash"), ALL),
      ...scoped("Bash").map(({ word, about }) => ({ word, ...bashPatterns(readBashText(about), word) })),
    ]),
    delegate: write("delegate", "name", [
      ...wholeTool(rules, carriedTools("delegate"), ALL).filter(({ word }) => word !== "allow"),
      ...scoped("Agent").map(({ word, about }) => ({ word, exact: [nameOf(about)], over: [] })),
    ]),
    edit: mode === "plan" ? "deny" : edit,
    list: write("list", "path", [...reading, ...wholeTool(rules, carriedTools("list"), ALL_PATHS)]),
    mcp: write("mcp", "names", [
      ...rules.map((rule) => ({ word: rule.word, ...mcpPatterns(rule) })),
      ...wholeTool(rules, ["ReadMcpResourceTool"], EVERY_RESOURCE),
    ]),
    read: write("read", "path", [...reading, ...wholeTool(rules, carriedTools("read"), ALL_PATHS)]),
    web: write("web", "url", [
      ...wholeTool(rules, ["WebSearch"], { exact: [SEARCH_PATTERN], over: [] }),
      ...wholeTool(rules, ["WebFetch"], EVERY_HOST),
      ...scoped("WebFetch").map(({ word, about }) => ({ word, ...hostRule(about, word) })),
    ]),
  };
  return { carve: isClosed ? { "*": "deny" } : carve, patterns };
}

/** Categories that are about more than tools of Claude Code: no mode opens them. */
const OURS: ReadonlySet<string> = new Set(["ask", "catalog"]);

/** The folders that may be read without a question. */
function workingFolders({ additionalDirectories }: ClaudeSettings, { worktree, home }: Anchors): readonly StrictRule[] {
  const added = additionalDirectories.map((folder) => {
    const path = absolute(folder, worktree, home);
    return `${
      path === "/"
        ? ""
        : writeSequence(
            "path",
            path.split("/").map((name) => ({ parts: [name] })),
          )
    }/**`;
  });
  return [{ word: "allow", exact: ["**", ...added], over: [] }];
}

/**
 * The rules about whole tools of one category: closed where any of them is, since nobody can tell them apart here, and
 * open where all of them are.
 */
function wholeTool(rules: readonly ClaudeRule[], tools: readonly string[], about: Patterns): readonly StrictRule[] {
  const whole = rules.filter(isWholeTool);
  const words = whole
    .filter(({ word }) => word !== "allow")
    .filter((rule) => tools.some((tool) => matchesTool(rule, tool)))
    .map(({ word }) => word);
  const isOpen = tools.every((tool) => whole.some((rule) => rule.word === "allow" && matchesTool(rule, tool)));
  return [
    ...(words.length > 0 ? [{ word: meet(...words), ...about }] : []),
    ...(isOpen ? [{ word: "allow" as const, ...about }] : []),
  ];
}

function protectedPaths(editing: readonly StrictRule[]): readonly StrictRule[] {
  const reachesOut = editing.some(
    ({ word, exact }) => word === "allow" && exact.some((pattern) => pattern.startsWith("/")),
  );
  const inside = PROTECTED_PATTERNS;
  return [{ word: "ask", exact: reachesOut ? [...inside, ...inside.map((each) => `/${each}`)] : inside, over: [] }];
}

/** The skills of these names. */
function skillPatterns(about: string): Patterns {
  const { exact, over } = namePatterns(readSkillText(about));
  const named = (names: readonly string[]): readonly string[] =>
    names.map((name) => (name === "**" ? "skill/*" : `skill/${name}`));
  return { exact: named(exact), over: named(over) };
}

/** A domain; any other rule closes all fetching, or opens nothing. */
function hostRule(about: string, word: Decision): Patterns {
  const host = hostOf(about);
  const patterns = host === undefined ? NONE : hostPatterns(host);
  return patterns.exact.length > 0 || word === "allow" ? patterns : EVERY_HOST;
}

/** The pairs of server and tool that a rule is about: `mcp__server`, `mcp__server__tool`, or with stars. */
function mcpPatterns(rule: ClaudeRule): Patterns {
  if (rule.about !== undefined) return NONE;
  const { tool, word } = rule;
  const hasStars = tool.includes("*");
  if (hasStars ? !matchesTool(rule, tool) && word === "allow" : !tool.startsWith("mcp__")) return NONE;
  if (hasStars && word === "allow" && !/^mcp__[^*]*[^*_]__/.test(tool)) return NONE;
  const rests = restsAfter(hasStars ? readStarText(tool, { hasOptionalTail: false }).tokens : charsOf(tool), "mcp__");
  const isAll = rests.some((rest) => rest.length === 1 && "wild" in (rest[0] ?? {}));
  // Its resources have a third name: they are closed with a server, and not opened with its tools.
  const servers = hasStars ? [] : [`${nameOf(tool.slice("mcp__".length))}/${word === "allow" ? "*" : "**"}`];
  const pairs = rests.flatMap((rest) => pairsOf(rest, "__"));
  if (word !== "allow") return isAll ? ALL : { exact: [...pairs, ...servers], over: [] };
  // A name can be split in several ways; one is enough to close, and only the usual one opens.
  return { exact: [...pairs, ...servers].filter((pair) => /^(?:(?!__)[^*/])*[^*/_]\//.test(pair)), over: [] };
}

const nameOf = (name: string): string => writeSequence("name", [{ parts: [name] }]);
