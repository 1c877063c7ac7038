import { pathOf, requestFor, SEARCH, urlOf } from "../imports/calls.ts";
import type { Probe } from "../imports/differences.ts";
import type { ForeignCall, ImportPlaces } from "../imports/imported.ts";
import {
  agentProbe,
  commandProbe,
  commandProbes,
  findResources,
  findSkills,
  isAll,
  type Probes,
} from "../imports/probes.ts";
import { PROTECTED_PATTERNS, PROTECTED_SAMPLES } from "./protected.ts";
import { isWholeTool, matchesTool, paramOf } from "./rule-match.ts";
import type { ClaudeRule } from "./settings.ts";
import { TOOLS } from "./tools.ts";

/** Calls of each tool for every way in which the patterns of its category can match together. */
export function probesFor(
  patternsOf: (category: string) => readonly string[],
  rules: readonly ClaudeRule[],
  places: ImportPlaces,
): Probes {
  const pathsOf = (category: string): readonly string[] => [
    ...patternsOf(category).filter((pattern) => !PROTECTED.has(pattern)),
    ...(category === "edit" ? PROTECTED_SAMPLES : []),
    "**",
    "/**",
  ];
  const found = findResources((category) => (PATHS.has(category) ? pathsOf : patternsOf)(category), places);
  const skills = findSkills(patternsOf("catalog"));
  const probes = [
    ...found.bash.resources.flatMap((words) => commandProbes("Bash", words)),
    ...found.bash.resources.map(([, ...rest]) => commandProbe("Bash", ["frobnicate", ...rest])),
    commandProbe("Bash", ["mkdir", "new"]),
    ...found.delegate.resources.map(([name = ""]) => agentProbe("Agent", name)),
    ...found.edit.resources.flatMap((resource) => pathProbes("edit", ["Edit", "Write"], resource, places)),
    ...found.list.resources.flatMap((resource) => pathProbes("list", ["Glob", "Grep"], resource, places)),
    ...found.read.resources.flatMap((resource) => pathProbes("read", ["Read"], resource, places)),
    ...found.mcp.resources.flatMap(([server = "", tool = ""]) => mcpProbe(server, tool)),
    ...found.web.resources.flatMap(urlProbe),
    ...urlProbe(["https", "org", "python", "docs", "/", "3"]),
    { call: { tool: "WebSearch", input: { query: "news" } }, request: requestFor("web", SEARCH, "news") },
    ...[...new Set(found.mcp.resources.map(([server = ""]) => server))].map(resourceProbe),
    ...rules.flatMap(paramProbe),
    ...skills.resources.map(skillProbe),
    ...pathProbes("edit", ["NotebookEdit"], ["a.ipynb"], places),
    ...rules.flatMap((rule) => toolProbes(rule, places)),
  ];
  return { probes, isComplete: isAll(found) && skills.isComplete };
}

const PATHS: ReadonlySet<string> = new Set(["edit", "list", "read"]);

const PROTECTED: ReadonlySet<string> = new Set(PROTECTED_PATTERNS.flatMap((pattern) => [pattern, `/${pattern}`]));

/** A resource of a server; rules about the server are about it here. */
const resourceProbe = (server: string): Probe => ({
  call: { tool: "ReadMcpResourceTool", input: { server, uri: "docs://a" } },
  request: requestFor("mcp", [server, "resources", "docs://a"], "docs://a"),
});

const skillProbe = ([, name = ""]: readonly string[]): Probe => ({
  call: { tool: "Skill", input: { skill: name } },
  request: requestFor("catalog", ["skill", name], name),
});

/** Calls of the tools that a rule is about, and of which no other rule would make one. */
function toolProbes(rule: ClaudeRule, places: ImportPlaces): readonly Probe[] {
  const named = TOOLED.filter((tool) => (isWholeTool(rule) ? matchesTool(rule, tool) : rule.tool === tool));
  return named.flatMap((tool) => {
    switch (TOOLS.get(tool)?.names) {
      case "shell": {
        const command = isWholeTool(rule) ? "Get-Date" : (rule.about ?? "").replaceAll("*", "x").replace(/:x$/, " x");
        // As the hook asks for it: nobody reads this shell.
        const request = { ...requestFor("bash", ["\0"], command), advice: [{ atMost: "ask" as const, why: "shell" }] };
        return [{ call: { tool, input: { command } }, request, note: SHARED }];
      }
      case "folder":
        return pathProbes("list", [tool], ["a"], places);
      case "notebook":
        return pathProbes(TOOLS.get(tool)?.category ?? "", [tool], ["a.ipynb"], places);
      case "file":
        return pathProbes("edit", [tool], ["a"], places);
      case "question":
        return [{ call: { tool, input: {} }, request: requestFor("ask", ["direction"], "") }];
      default:
        return [];
    }
  });
}

const TOOLED = [...TOOLS.keys()].filter((tool) => tool !== "Edit" && tool !== "Read" && tool !== "Write");
const SHARED = "calls of this tool cannot be told from others of its category here";

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
    case "LS":
      return { tool, input: { path } };
    case "NotebookEdit":
    case "NotebookRead":
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
      return agentProbe(tool, "general-purpose");
    case "Bash":
      return commandProbe(tool, ["frobnicate"]);
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
