import { commandLine, pathOf, quoteWord, requestFor, SEARCH, urlOf } from "../imports/calls.ts";
import type { Probe } from "../imports/differences.ts";
import type { ImportPlaces } from "../imports/imported.ts";
import { pairsFor, resourcesFor } from "../imports/probe.ts";
import { mcpName, plain } from "./theirs.ts";

/** The calls to try, and whether they are one for each combination of rules. */
export interface Probes {
  readonly probes: readonly Probe[];
  readonly isComplete: boolean;
}

/** Calls of each tool for every way in which the patterns of its category can match together. */
export function probesFor(
  patternsOf: (category: string) => readonly string[],
  servers: readonly string[],
  places: ImportPlaces,
): Probes {
  const found = {
    bash: resourcesFor(patternsOf("bash"), "command", {}),
    delegate: resourcesFor(patternsOf("delegate"), "name", {}),
    edit: resourcesFor(patternsOf("edit"), "path", places),
    list: resourcesFor(patternsOf("list"), "path", places),
    mcp: pairsFor(patternsOf("mcp")),
    read: resourcesFor(patternsOf("read"), "path", places),
    web: resourcesFor(patternsOf("web"), "url", {}),
  };
  const probes = [
    ...found.bash.resources.flatMap(commandProbes),
    ...found.delegate.resources.flatMap(([name = ""]) => agentProbe(name)),
    ...found.edit.resources.flatMap((resource) => fileProbes("edit", resource, places)),
    ...found.list.resources.flatMap((resource) => folderProbes(resource, places)),
    ...found.mcp.resources.flatMap(([server = "", tool = ""]) => mcpProbes(server, tool, servers)),
    ...found.read.resources.flatMap((resource) => fileProbes("read", resource, places)),
    ...found.web.resources.flatMap(urlProbes),
    { call: { tool: "websearch", input: { query: "news" } }, request: requestFor("web", SEARCH, "news") },
  ];
  return { probes, isComplete: Object.values(found).every(({ isComplete }) => isComplete) };
}

/** A command as it is usually written, and the same one in other letters. */
function commandProbes(words: readonly string[]): readonly Probe[] {
  const [first = "", ...rest] = words;
  const line = commandLine(words);
  const request = requestFor("bash", words, line);
  const spelled = (command: string): Probe => ({ call: { tool: "bash", input: { command } }, request, note: SPELLING });
  const loose = rest.length === 0 ? [] : [spelled(words.map(quoteWord).join("  "))];
  return [
    { call: { tool: "bash", input: { command: line } }, request },
    ...loose,
    spelled([`"${first}"`, ...rest.map(quoteWord)].join(" ")),
  ];
}

const SPELLING = "letters are compared there, and words here: the same command can be spelled in other ways";

function agentProbe(name: string): readonly Probe[] {
  return [{ call: { tool: "task", input: { subagent_type: name } }, request: requestFor("delegate", [name], name) }];
}

function fileProbes(tool: "edit" | "read", resource: readonly string[], places: ImportPlaces): readonly Probe[] {
  const filePath = pathOf(resource, places);
  if (filePath === undefined || (tool === "edit" && resource[0] === ".")) return [];
  return [{ call: { tool, input: { filePath } }, request: requestFor(tool, resource, filePath) }];
}

function folderProbes(resource: readonly string[], places: ImportPlaces): readonly Probe[] {
  const path = pathOf(resource, places);
  if (path === undefined) return [];
  const request = requestFor("list", resource, path);
  return ["glob", "grep"].map((tool) => ({ call: { tool, input: { pattern: "*", path } }, request }));
}

function urlProbes(resource: readonly string[]): readonly Probe[] {
  const url = urlOf(resource);
  if (url === undefined || !/^https?:/.test(url)) return [];
  return [{ call: { tool: "webfetch", input: { url } }, request: requestFor("web", resource, url) }];
}

/** A tool of a server that may be called so, or whose name only becomes the same there. */
function mcpProbes(server: string, tool: string, servers: readonly string[]): readonly Probe[] {
  const isUsual = (name: string): boolean => name !== "" && plain(name) === name;
  const probe = (name: string, note?: string): Probe => ({
    call: { tool: mcpName(server, name), input: {} },
    request: requestFor("mcp", [server, name], `${server} ${name}`),
    ...(note !== undefined && { note }),
  });
  if (!(isUsual(server) || servers.includes(server)) || !isUsual(tool)) return [];
  const other = tool.replaceAll("_", ".");
  return other === tool
    ? [probe(tool)]
    : [probe(tool), probe(other, "the names are joined there, and some letters become _")];
}
