import { resourceOf } from "../../resource.ts";
import type { Request } from "../../request.ts";
import type { ImportPlaces } from "./imported.ts";

/** A request of one action, with the line that people see. */
export function requestFor(category: string, resource: readonly string[], what: string): Request {
  return { tool: category, actions: [{ category, resource }], summary: `${category} ${JSON.stringify(what)}` };
}

/** A simple command of these words, each quoted where it has to be. */
export const commandLine = (words: readonly string[]): string => words.map(quoteWord).join(" ");

export const quoteWord = (word: string): string =>
  /^[\w./:=@%+,^-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;

/** The absolute path of a resource; `undefined` where no path has these names. */
export function pathOf(resource: readonly string[], { worktree }: ImportPlaces): string | undefined {
  const [first = "", ...rest] = resource;
  const names = first === "/" ? rest : resource[0] === "." && rest.length === 0 ? [] : resource;
  if (names.some((name) => name === "" || name === "." || name === ".." || name.includes("/") || name.includes("\0")))
    return undefined;
  const root = first === "/" ? "" : worktree === "/" ? "" : worktree;
  const path = `${root}/${names.join("/")}`.replace(/(.)\/$/, "$1");
  // A path below the worktree has a name from there, and no other one.
  const read = resourceOf("read", path, { worktree });
  return read !== undefined && JSON.stringify(read) === JSON.stringify(resource) ? path : undefined;
}

/** The URL of a resource; `undefined` where there is none. */
export function urlOf(resource: readonly string[]): string | undefined {
  const cut = resource.findIndex((segment) => segment.includes("/"));
  if (cut < 2) return undefined;
  const [scheme = "", ...labels] = resource.slice(0, cut);
  const [port = "", query = ""] = (resource[cut] ?? "").split("/");
  const url = `${scheme}://${labels.toReversed().join(".")}${port}/${resource.slice(cut + 1).join("/")}${query}`;
  const read = resourceOf("web", url);
  return read !== undefined && JSON.stringify(read) === JSON.stringify(resource) ? url : undefined;
}

/** What stands for a search of the web: the URL `search://web`, so that rules can tell it from fetching a page. */
export const SEARCH: readonly string[] = ["search", "web", "/", ""];
export const SEARCH_PATTERN = "search://web";
