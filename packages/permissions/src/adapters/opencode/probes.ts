import { pathOf, requestFor, SEARCH, urlOf } from "../imports/calls.ts";
import type { Probe } from "../imports/differences.ts";
import type { ImportPlaces } from "../imports/imported.ts";
import { agentProbe, commandProbes, findResources, findSkills, isAll, type Probes } from "../imports/probes.ts";
import { mcpName, plain } from "./theirs.ts";

/** Calls of each tool for every way in which the patterns of its category can match together. */
export function probesFor(
  patternsOf: (category: string) => readonly string[],
  servers: readonly string[],
  places: ImportPlaces,
): Probes {
  const found = findResources(patternsOf, places);
  const skills = findSkills(patternsOf("catalog"));
  const probes = [
    ...found.bash.resources.flatMap((words) => commandProbes("bash", words)),
    ...found.delegate.resources.map(([name = ""]) => agentProbe("task", name)),
    ...found.edit.resources.flatMap((resource) => fileProbes("edit", resource, places)),
    ...found.list.resources.flatMap((resource) => folderProbes(resource, places)),
    ...found.mcp.resources.flatMap(([server = "", tool = ""]) => mcpProbes(server, tool, servers)),
    ...found.read.resources.flatMap((resource) => fileProbes("read", resource, places)),
    ...found.web.resources.flatMap(urlProbes),
    ...skills.resources.map(skillProbe),
    ...patternsOf("ask").map((name) => ({
      call: { tool: "question", input: {} },
      request: requestFor("ask", [name], ""),
    })),
    { call: { tool: "websearch", input: { query: "news" } }, request: requestFor("web", SEARCH, "news") },
  ];
  return { probes, isComplete: isAll(found) && skills.isComplete };
}

const skillProbe = ([, name = ""]: readonly string[]): Probe => ({
  call: { tool: "skill", input: { name } },
  request: requestFor("catalog", ["skill", name], name),
});

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
