/** How the input of a tool is read: by what it names. */
export type Names =
  | "command"
  | "shell"
  | "file"
  | "notebook"
  | "folder"
  | "glob"
  | "search"
  | "url"
  | "query"
  | "agent"
  | "question"
  | "skill"
  | "resource";

/** A tool of Claude Code that has a category here. */
export interface ClaudeTool {
  readonly category: string;
  readonly names: Names;
  /**
   * Whether a rule about the whole tool is carried over. Calls of the others cannot be told from those of other tools
   * of their category: to close it for them would close it for all.
   */
  readonly isCarried: boolean;
}

/** The tools of Claude Code that have a category here: the hook and the import both go by this table. */
export const TOOLS: ReadonlyMap<string, ClaudeTool> = new Map([
  ["Agent", carried("delegate", "agent")],
  ["AskUserQuestion", carried("ask", "question")],
  ["Bash", carried("bash", "command")],
  ["Edit", carried("edit", "file")],
  ["Glob", carried("list", "glob")],
  ["Grep", carried("list", "search")],
  ["LS", lost("list", "folder")],
  ["Monitor", lost("bash", "shell")],
  ["MultiEdit", lost("edit", "file")],
  ["NotebookEdit", lost("edit", "notebook")],
  ["NotebookRead", lost("read", "notebook")],
  ["PowerShell", lost("bash", "shell")],
  ["Read", carried("read", "file")],
  ["ReadMcpResourceTool", carried("mcp", "resource")],
  ["Skill", carried("catalog", "skill")],
  ["WebFetch", carried("web", "url")],
  ["WebSearch", carried("web", "query")],
  ["Write", carried("edit", "file")],
]);

/** Older names of tools. */
const ALIASES: ReadonlyMap<string, string> = new Map([["Task", "Agent"]]);

/** The name that a tool has now. */
export const nameNow = (tool: string): string => ALIASES.get(tool) ?? tool;

/** The tools of one category. */
export const toolsOf = (category: string): readonly string[] =>
  [...TOOLS].flatMap(([name, tool]) => (tool.category === category ? [name] : []));

/** Those of them whose rules are carried over. */
export const carriedTools = (category: string): readonly string[] =>
  toolsOf(category).filter((name) => TOOLS.get(name)?.isCarried === true);

function carried(category: string, names: Names): ClaudeTool {
  return { category, names, isCarried: true };
}

function lost(category: string, names: Names): ClaudeTool {
  return { category, names, isCarried: false };
}
