import type { PartialCarve } from "../carve.ts";
import type { Categories } from "../category.ts";
import type { Finding } from "./finding.ts";

/** Finds keys that name a tool, where a category belongs: no call is ever of that category. */
export function toolNameFindings(says: PartialCarve, categories: Categories): readonly Finding[] {
  return Object.entries(says.named).flatMap(([name, entry]): readonly Finding[] => {
    const category = categories.has(name) ? undefined : CATEGORY_OF.get(plain(name));
    if (category === undefined) return [];
    const said = "decision" in entry ? ` (${entry.decision})` : "";
    return [
      {
        code: "lint/tool-as-category",
        severity: "warning",
        message: `The key ${JSON.stringify(name)}${said} is the name of a tool, not a category: it says nothing about any call`,
        hint: `the category is ${JSON.stringify(category)}`,
        category: name,
        within: [],
        ...("decision" in entry && entry.source && { source: entry.source }),
      },
    ];
  });
}

/** Tools are called by many spellings: `WebFetch`, `web_fetch`, `web-fetch`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

const CATEGORY_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: "shell shelltool runshellcommand terminal exec execute executecommand runcommand command cmd powershell process",
    edit: "write writefile edit editfile multiedit patch applypatch strreplace replace createfile notebookedit delete remove rename move",
    read: "readfile view viewfile cat grep search searchfiles codesearch notebookread open",
    list: "ls glob listdirectory listfiles listdir find findfiles dir",
    web: "webfetch websearch fetch http curl browser browse url internet",
    delegate: "task agent subagent spawn spawnagent dispatch",
    mcp: "mcptool mcpserver usemcptool",
    ask: "askuser askuserquestion question",
    vcs: "git commit gittool",
  }).flatMap(([category, names]) => [category, ...names.split(" ")].map((name) => [name, category] as const)),
);
