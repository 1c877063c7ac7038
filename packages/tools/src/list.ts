import type { Dirent } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import { z } from "zod";
import { findApproved } from "./approved-target.ts";
import { type Folder, openFolder } from "./folder.ts";
import { describeMissing } from "./missing.ts";
import { pathInput } from "./path-input.ts";
import { requestPath } from "./path-request.ts";
import { quote, showName } from "./quote.ts";
import type { Settings } from "./settings.ts";
import type { PolyglavTool } from "./tool.ts";
import { diskError, systemCode, ToolError } from "./tool-error.ts";

const MOST_ENTRIES = 1000;

const listInput = z.object({
  path: pathInput.optional().describe("Folder to list, relative to the worktree or absolute (default: the worktree)"),
});

/** Input of `list`. */
export type ListInput = z.infer<typeof listInput>;

/** Makes the tool that lists one folder. */
export function createList({ place, maxOutputChars }: Settings): PolyglavTool<ListInput> {
  return {
    description:
      "Lists one folder, hidden entries included, one name a line and sorted. " +
      "Folders end with a slash; links are shown with what they point to. It does not look into folders below.",
    inputSchema: listInput,
    category: "list",
    replay: "safe",
    request: async ({ path = "." }) => (await requestPath("list", path, place)).request,
    async execute({ path = "." }, options) {
      const target = await findApproved("list", path, place, options);
      try {
        const folder = await openFolder(target.real, { action: "list", shown: path });
        try {
          return await showEntries(folder, await readdir(folder.at(""), { withFileTypes: true }), maxOutputChars);
        } finally {
          await folder.close();
        }
      } catch (cause) {
        const code = systemCode(cause);
        if (code === "ENOENT") throw await describeMissing("list", path, target, place);
        if (code !== "ENOTDIR") throw diskError("list", path, cause);
        throw new ToolError("POLYGLAV_NOT_A_FOLDER", `Cannot list ${quote(path)}: it is not a folder`, { cause });
      }
    },
  };
}

async function showEntries(folder: Folder, entries: readonly Dirent[], maxOutputChars: number): Promise<string> {
  if (entries.length === 0) return "[the folder is empty]";
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const shown: string[] = [];
  let chars = 0;
  for (const entry of sorted.slice(0, MOST_ENTRIES)) {
    const line = await showEntry(folder, entry);
    chars += line.length + 1;
    if (chars > maxOutputChars) break;
    shown.push(line);
  }
  const left = sorted.length - shown.length;
  return left === 0 ? shown.join("\n") : [...shown, `[${left} more of ${sorted.length} entries left out]`].join("\n");
}

async function showEntry(folder: Folder, entry: Dirent): Promise<string> {
  if (entry.isDirectory()) return `${showName(entry.name)}/`;
  if (!entry.isSymbolicLink()) return showName(entry.name);
  const to = await readlink(folder.at(entry.name)).catch(() => "?"); // it was removed meanwhile
  return `${showName(entry.name)} -> ${showName(to)}`;
}
