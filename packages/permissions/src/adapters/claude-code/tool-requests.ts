import type { Action, Advice, Request } from "../../request.ts";
import { resourceOf } from "../../resource.ts";
import { own } from "../imports/read-json.ts";
import { globFolder } from "./glob-folder.ts";
import { mcpActions } from "./mcp-name.ts";

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
  /** The names of the MCP servers. Without them a name that can be split in several ways has to be permitted in each. */
  readonly servers?: readonly string[] | undefined;
}

/** What a call does, that there is nothing to decide about it, or that nobody knows. */
export type ToolRequest = Request | "nothing" | "unknown";

/** Says what a call of one of the tools of Claude Code does. Throws where the input is not that of the tool. */
export async function requestOfTool(tool: string, input: unknown, readers: ToolReaders): Promise<ToolRequest> {
  const text = (field: string): string => textIn(input, field);
  switch (tool) {
    case "Bash":
      return named(tool, text("command"), await readCommand(text("command"), readers));
    case "Monitor":
    case "PowerShell":
      return { ...unseen("bash", "nobody can read this shell"), summary: summaryOf(tool, text("command")) };
    case "Read":
      return named(tool, text("file_path"), await readPath("read", text("file_path"), readers));
    case "NotebookRead":
      return named(tool, text("notebook_path"), await readPath("read", text("notebook_path"), readers));
    case "Edit":
    case "MultiEdit":
    case "Write":
      return named(tool, text("file_path"), await readPath("edit", text("file_path"), readers));
    case "NotebookEdit":
      return named(tool, text("notebook_path"), await readPath("edit", text("notebook_path"), readers));
    case "LS":
      return named(tool, text("path"), await readPath("list", text("path"), readers));
    case "Glob":
      return named(tool, text("pattern"), await readGlob(input, text("pattern"), readers));
    case "Grep":
      return named(tool, text("pattern"), await readSearch(pathIn(input, readers), readers));
    case "WebFetch":
      return named(tool, text("url"), action("web", urlOf(text("url"))));
    case "WebSearch":
      return named(tool, text("query"), action("web", urlOf(`search://web/?q=${encodeURIComponent(text("query"))}`)));
    case "Agent":
    case "Task":
      return named(tool, agentIn(input), action("delegate", [agentIn(input)]));
    case "AskUserQuestion":
      return named(tool, "", action("ask", ["direction"]));
    case "Skill":
      return named(tool, text("skill"), action("catalog", ["skill", text("skill")]));
    case "ReadMcpResourceTool":
      return named(tool, text("uri"), action("mcp", [text("server"), "resources", text("uri")]));
    default:
      if (KEEPS_TO_ITSELF.has(tool)) return "nothing";
      return tool.startsWith("mcp__") ? named(tool, "", { actions: mcpActions(tool, readers.servers) }) : "unknown";
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

async function readPath(
  category: string,
  path: string,
  { cwd, worktree, home, readPath: read }: ToolReaders,
): Promise<Request> {
  if (read !== undefined) return read(category, path, { cwd });
  const isAbsolute = path.startsWith("/") || path.startsWith("~");
  const resource = resourceOf(category, isAbsolute ? path : `${cwd}/${path}`, { worktree, home });
  const why = "nobody follows links here";
  return resource === undefined
    ? unseen(category, why)
    : { actions: [{ category, resource }], advice: [{ atMost: "ask", why }] };
}

/** Names of files, in the folder where a pattern begins. */
async function readGlob(input: unknown, pattern: string, readers: ToolReaders): Promise<Request> {
  const folder = globFolder(pattern, pathIn(input, readers));
  return folder === undefined ? unseen("list", "the pattern may lead anywhere") : readPath("list", folder, readers);
}

/** A search shows what is in files: those below the folder, whose names nobody knows yet, and the file itself. */
async function readSearch(path: string, readers: ToolReaders): Promise<Request> {
  const listed = await readPath("list", path, readers);
  const read = await readPath("read", path, readers);
  const below = read.actions.map(({ category, resource }): Action => {
    const folder = resource.length === 1 && resource[0] === "." ? [] : resource;
    return { category, resource: [...folder, UNKNOWN] };
  });
  return {
    actions: [...listed.actions, ...read.actions, ...below],
    advice: [...(listed.advice ?? []), ...(read.advice ?? [])],
  };
}

/** A segment that nobody can know before the call: only `*` and `**` match it. */
const UNKNOWN = "\0";

const unseen = (category: string, why: string): Request => ({
  actions: [{ category, resource: [UNKNOWN] }],
  advice: [{ atMost: "ask", why }],
});

const action = (category: string, resource: readonly string[]): Request => ({ actions: [{ category, resource }] });

const named = (tool: string, what: string, request: Request): Request => ({
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

const agentIn = (input: unknown): string =>
  own(input, "subagent_type") === undefined ? "general-purpose" : textIn(input, "subagent_type");
