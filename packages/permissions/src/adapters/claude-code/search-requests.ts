import type { Action, Request } from "../../request.ts";
import { resourceOf } from "../../resource.ts";
import { type Below, namesOfGlobs, type SearchRequest } from "./below.ts";
import { globFolder } from "./glob-folder.ts";
import { namesOf } from "./ignore-path.ts";
import type { ToolReaders } from "./tool-requests.ts";

/** One path, with its links followed where somebody does that. */
export async function readPath(
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

/** All that is in a folder. */
export async function readFolder(path: string, readers: ToolReaders): Promise<SearchRequest> {
  const listed = await readPath("list", path, readers);
  return { ...listed, below: belowOf(listed, "all", readers) };
}

/** Names of files, in the folder where a pattern begins. */
export async function readGlob(pattern: string, path: string, readers: ToolReaders): Promise<SearchRequest> {
  const folder = globFolder(pattern, path);
  if (folder === undefined) return unseen("list", "the pattern may lead anywhere");
  const listed = await readPath("list", folder, readers);
  return { ...listed, below: belowOf(listed, namesOfGlobs(pattern), readers) };
}

/** A search shows what is in files: those below the folder, whose names nobody knows yet, or the file itself. */
export async function readSearch(
  path: string,
  globs: string | undefined,
  readers: ToolReaders,
): Promise<SearchRequest> {
  const listed = await readPath("list", path, readers);
  const read = await readPath("read", path, readers);
  const advice = [...(listed.advice ?? []), ...(read.advice ?? [])];
  const actions = [...listed.actions, ...read.actions];
  if ((await readers.isFile?.(path, { cwd: readers.cwd })) === true) return { actions, advice };
  const names = globs === undefined ? "all" : namesOfGlobs(globs);
  return {
    actions: [...actions, ...read.actions.map(unknownBelow)],
    advice,
    below: [...belowOf(listed, names, readers), ...belowOf(read, names, readers)],
  };
}

/** A segment that nobody can know before the call: only `*` and `**` match it. */
const UNKNOWN = "\0";

/** A request for something that nobody can see before the call. */
export const unseen = (category: string, why: string): Request => ({
  actions: [{ category, resource: [UNKNOWN] }],
  advice: [{ atMost: "ask", why }],
});

const unknownBelow = ({ category, resource }: Action): Action => ({
  category,
  resource: [...folderOf(resource), UNKNOWN],
});

/** Where a search of folders may come by: below each of them, and in the worktree where that is below one. */
function belowOf({ actions }: Request, names: Below["names"], { worktree }: ToolReaders): readonly Below[] {
  return actions.flatMap(({ category, resource }) => {
    const [first, ...outside] = resource;
    const inside = namesOf(worktree.replaceAll("\\", "/"));
    const isAround = first === "/" && outside.every((name, i) => name === inside[i]);
    return [{ category, folder: folderOf(resource), names }, ...(isAround ? [{ category, folder: [], names }] : [])];
  });
}

/** The worktree is the folder whose names are none. */
const folderOf = (resource: readonly string[]): readonly string[] =>
  resource.length === 1 && resource[0] === "." ? [] : resource;
