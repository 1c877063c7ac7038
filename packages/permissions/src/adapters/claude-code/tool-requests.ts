import type { Advice, Request } from "../../request.ts";
import { resourceOf } from "../../resource.ts";
import { own } from "../imports/read-json.ts";
import type { SearchRequest } from "./below.ts";
import { mcpActions } from "./mcp-name.ts";
import { readFolder, readGlob, readPath, readSearch, unseen } from "./search-requests.ts";
import { type ClaudeTool, nameNow, TOOLS } from "./tools.ts";

/** Where a call of Claude Code is made, and who reads what this adapter cannot. */
export interface ToolReaders {
  /** The folder that paths in carves are named from, and where relative paths of the call start. */
  readonly worktree: string;
  readonly cwd: string;
  /** What `~` stands for; without it no path may begin so. */
  readonly home?: string | undefined;
  /**
   * Takes a command line apart, such as the reader of `@polyglav/permissions/shell`. Without it commands are asked about
   * at the least, since nobody can say what a line does. It may throw: then the call is denied.
   */
  readonly readCommand?: ((command: string, at: { readonly cwd: string }) => Request | Promise<Request>) | undefined;
  /**
   * Follows the links of a path, as `requestPath` of `@polyglav/permissions/path` does. Without it files are asked about
   * at the least, since a link could lead anywhere. It may throw: then the call is denied.
   */
  readonly readPath?:
    ((category: string, path: string, at: { readonly cwd: string }) => Request | Promise<Request>) | undefined;
  /**
   * Tells whether a path is that of a file, as `stat` does, so that a search of it is about nothing else. Without it
   * every search may be one of a folder, and is asked about where rules are stricter about what could be in there.
   */
  readonly isFile?: ((path: string, at: { readonly cwd: string }) => boolean | Promise<boolean>) | undefined;
  /** The names of the MCP servers. Without them a name that can be split in several ways has to be permitted in each. */
  readonly servers?: readonly string[] | undefined;
}

/** What a call does, that there is nothing to decide about it, or that nobody knows. */
export type ToolRequest = SearchRequest | "nothing" | "unknown";

/** Says what a call of one of the tools of Claude Code does. Throws where the input is not that of the tool. */
export async function requestOfTool(tool: string, input: unknown, readers: ToolReaders): Promise<ToolRequest> {
  const known = TOOLS.get(nameNow(tool));
  if (known !== undefined) return requestOf(tool, known, input, readers);
  if (KEEPS_TO_ITSELF.has(tool)) return "nothing";
  return tool.startsWith("mcp__") ? named(tool, "", { actions: mcpActions(tool, readers.servers) }) : "unknown";
}

async function requestOf(
  tool: string,
  { category, names }: ClaudeTool,
  input: unknown,
  readers: ToolReaders,
): Promise<SearchRequest> {
  const text = (field: string): string => textIn(input, field);
  switch (names) {
    case "command":
      return named(tool, text("command"), await readCommand(text("command"), readers));
    case "shell":
      return named(tool, text("command"), unseen(category, "nobody can read this shell"));
    case "file":
      return named(tool, text("file_path"), await readPath(category, text("file_path"), readers));
    case "notebook":
      return named(tool, text("notebook_path"), await readPath(category, text("notebook_path"), readers));
    case "folder":
      return named(tool, text("path"), await readFolder(text("path"), readers));
    case "glob":
      return named(tool, text("pattern"), await readGlob(text("pattern"), pathIn(input, readers), readers));
    case "search":
      return named(tool, text("pattern"), await readSearch(pathIn(input, readers), globIn(input), readers));
    case "url":
      return named(tool, text("url"), action(category, urlOf(text("url"))));
    case "query":
      return named(
        tool,
        text("query"),
        action(category, urlOf(`search://web/?q=${encodeURIComponent(text("query"))}`)),
      );
    case "agent":
      return named(tool, agentIn(input), action(category, [agentIn(input)]));
    case "question":
      return named(tool, "", action(category, ["direction"]));
    case "skill":
      return named(tool, text("skill"), action(category, ["skill", text("skill")]));
    case "resource":
      return named(tool, text("uri"), action(category, [text("server"), "resources", text("uri")]));
  }
}

/** Tools that only keep the session's own books: they reach no file, no command and nobody else. */
const KEEPS_TO_ITSELF: ReadonlySet<string> = new Set(
  (
    "BashOutput CronList EnterPlanMode ExitPlanMode KillBash KillShell ListAgents ReportFindings SubagentHandback " +
    "TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TodoRead TodoWrite ToolSearch WaitForMcpServers"
  ).split(" "),
);

async function readCommand(command: string, { cwd, readCommand: read }: ToolReaders): Promise<Request> {
  if (read !== undefined) return read(command, { cwd });
  const words = resourceOf("bash", command);
  const advice: Advice = { atMost: "ask", why: "nobody reads commands here" };
  return words === undefined
    ? unseen("bash", advice.why)
    : { actions: [{ category: "bash", resource: words }], advice: [advice] };
}

const action = (category: string, resource: readonly string[]): Request => ({ actions: [{ category, resource }] });

const named = (tool: string, what: string, request: SearchRequest): SearchRequest => ({
  ...request,
  tool,
  summary: summaryOf(tool, what),
});

const summaryOf = (tool: string, what: string): string => (what === "" ? tool : `${tool} ${JSON.stringify(what)}`);

function urlOf(url: string): readonly string[] {
  const resource = resourceOf("web", url);
  if (resource === undefined) throw new TypeError(`${JSON.stringify(url)} is no URL with a host`);
  return resource;
}

function textIn(input: unknown, field: string): string {
  const value = own(input, field);
  if (typeof value !== "string") throw new TypeError(`its ${field} is not a text`);
  return value;
}

const pathIn = (input: unknown, { cwd }: ToolReaders): string =>
  own(input, "path") === undefined ? cwd : textIn(input, "path");

const globIn = (input: unknown): string | undefined =>
  own(input, "glob") === undefined ? undefined : textIn(input, "glob");

const agentIn = (input: unknown): string =>
  own(input, "subagent_type") === undefined ? "general-purpose" : textIn(input, "subagent_type");
