import { commandLine, pathOf, quoteWord, requestFor, SEARCH, urlOf } from "../imports/calls.ts";
import type { Probe } from "../imports/differences.ts";
import type { ForeignCall, ImportPlaces } from "../imports/imported.ts";
import { pairsFor, resourcesFor } from "../imports/probe.ts";
import { PROTECTED_PATTERNS, PROTECTED_SAMPLES } from "./protected.ts";
import { paramOf } from "./rule-match.ts";
import type { ClaudeRule } from "./settings.ts";

/** The calls to try, and whether they are one for each combination of rules. */
export interface Probes {
  readonly probes: readonly Probe[];
  readonly isComplete: boolean;
}

/** Calls of each tool for every way in which the patterns of its category can match together. */
export function probesFor(
  patternsOf: (category: string) => readonly string[],
  rules: readonly ClaudeRule[],
  places: ImportPlaces,
): Probes {
  const paths = (category: string): readonly string[] => [
    ...patternsOf(category).filter((pattern) => !PROTECTED.has(pattern)),
    ...(category === "edit" ? PROTECTED_SAMPLES : []),
    "**",
    "/**",
  ];
  const found = {
    bash: resourcesFor(patternsOf("bash"), "command", {}),
    delegate: resourcesFor(patternsOf("delegate"), "name", {}),
    edit: resourcesFor(paths("edit"), "path", places),
    list: resourcesFor(paths("list"), "path", places),
    mcp: pairsFor(patternsOf("mcp")),
    read: resourcesFor(paths("read"), "path", places),
    web: resourcesFor(patternsOf("web"), "url", {}),
  };
  const probes = [
    ...found.bash.resources.flatMap(commandProbes),
    commandProbe(["mkdir", "new"]),
    ...found.delegate.resources.flatMap(([name = ""]) => agentProbe(name)),
    ...found.edit.resources.flatMap((resource) => pathProbes("edit", ["Edit", "Write"], resource, places)),
    ...found.list.resources.flatMap((resource) => pathProbes("list", ["Glob", "Grep"], resource, places)),
    ...found.read.resources.flatMap((resource) => pathProbes("read", ["Read"], resource, places)),
    ...found.mcp.resources.flatMap(([server = "", tool = ""]) => mcpProbe(server, tool)),
    ...found.web.resources.flatMap(urlProbe),
    ...urlProbe(["https", "org", "python", "docs", "/", "3"]),
    { call: { tool: "WebSearch", input: { query: "news" } }, request: requestFor("web", SEARCH, "news") },
    ...rules.flatMap(paramProbe),
    ...pathProbes("edit", ["NotebookEdit"], ["a.ipynb"], places),
  ];
  return { probes, isComplete: Object.values(found).every(({ isComplete }) => isComplete) };
}

const PROTECTED: ReadonlySet<string> = new Set(PROTECTED_PATTERNS.flatMap((pattern) => [pattern, `/${pattern}`]));

function commandProbe(words: readonly string[], command = commandLine(words), note?: string): Probe {
  const request = requestFor("bash", words, commandLine(words));
  return { call: { tool: "Bash", input: { command } }, request, ...(note !== undefined && { note }) };
}

/** A command as it is usually written, the same one in other letters, and one that nobody knows. */
function commandProbes(words: readonly string[]): readonly Probe[] {
  const [first = "", ...rest] = words;
  const spellings = [
    ...(rest.length === 0 ? [] : [words.map(quoteWord).join("  ")]),
    [`"${first}"`, ...rest.map(quoteWord)].join(" "),
  ];
  return [
    commandProbe(words),
    commandProbe(["frobnicate", ...rest]),
    ...spellings.map((command) => commandProbe(words, command, SPELLING)),
  ];
}

const SPELLING = "letters are compared there, and words here: the same command can be spelled in other ways";

function agentProbe(name: string): readonly Probe[] {
  const input = { subagent_type: name, prompt: "..." };
  return [{ call: { tool: "Agent", input }, request: requestFor("delegate", [name], name) }];
}

/** A file, and another one whose name differs only by the case of its letters. */
function pathProbes(
  category: string,
  tools: readonly string[],
  resource: readonly string[],
  places: ImportPlaces,
): readonly Probe[] {
  const upper = resource.map((name, i) => (resource[0] === "/" && i < resource.length - 1 ? name : name.toUpperCase()));
  return [resource, upper].flatMap((names, i) => {
    const path = pathOf(names, places);
    if (path === undefined || (i === 1 && names.join("/") === resource.join("/"))) return [];
    return tools.map((tool) => ({
      call: callOn(tool, path),
      request: requestFor(category, names, path),
      ...(i === 1 && { note: "paths are compared there whatever the case of their letters" }),
    }));
  });
}

function callOn(tool: string, path: string): ForeignCall {
  switch (tool) {
    case "Glob":
    case "Grep":
      return { tool, input: { pattern: "x", path } };
    case "NotebookEdit":
      return { tool, input: { notebook_path: path } };
    default:
      return { tool, input: { file_path: path } };
  }
}

function urlProbe(resource: readonly string[]): readonly Probe[] {
  const url = urlOf(resource);
  if (url === undefined || !/^https?:/.test(url)) return [];
  return [{ call: { tool: "WebFetch", input: { url } }, request: requestFor("web", resource, url) }];
}

function mcpProbe(server: string, tool: string): readonly Probe[] {
  const isName = (name: string): boolean => /^[\w-]+$/.test(name);
  if (!isName(server) || !isName(tool)) return [];
  return [
    {
      call: { tool: `mcp__${server}__${tool}`, input: {} },
      request: requestFor("mcp", [server, tool], `${server} ${tool}`),
    },
  ];
}

/** A call with the parameter that a rule is about; nothing here tells it from one without. */
function paramProbe(rule: ClaudeRule): readonly Probe[] {
  const param = paramOf(rule);
  const probe = param && baseOf(rule.tool);
  if (param === undefined || probe === undefined) return [];
  const input = { ...probe.call.input, [param.name]: param.value.replaceAll("*", "x") };
  return [{ ...probe, call: { ...probe.call, input }, note: "parameters decide nothing here" }];
}

/** A call that no usual rule is about. */
function baseOf(tool: string): Probe | undefined {
  switch (tool) {
    case "Agent":
      return agentProbe("general-purpose")[0];
    case "Bash":
      return commandProbe(["frobnicate"]);
    case "Edit":
    case "Read":
      return { call: callOn(tool, "/x"), request: requestFor(tool.toLowerCase(), ["/", "x"], "/x") };
    case "WebFetch":
      return urlProbe(["https", "test", "example", "/", ""])[0];
    case "WebSearch":
      return { call: { tool, input: { query: "x" } }, request: requestFor("web", SEARCH, "x") };
    default:
      return undefined;
  }
}
