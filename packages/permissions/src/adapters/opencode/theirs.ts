import { type Decision, meet } from "../../decision.ts";
import type { ForeignCall, ImportPlaces } from "../imports/imported.ts";
import type { Theirs } from "../imports/differences.ts";
import { matchesText, readStarText, type StarText } from "../imports/star-text.ts";
import type { OpencodeRule } from "./ruleset.ts";

/**
 * Reads a pattern of opencode: `*` is any run of characters and `?` any one, slashes included; a space and a star at the
 * end may both be missing; backslashes are slashes.
 */
export function readWildcard(pattern: string): StarText {
  const text = pattern.replaceAll("\\", "/");
  return readStarText(text, { one: "?", hasOptionalTail: text.endsWith(" *") });
}

/** Decides a call as opencode 1.18.33 does, before anybody said yes to anything. */
export function opencodeDecides(rules: readonly OpencodeRule[], places: ImportPlaces): (call: ForeignCall) => Theirs {
  const compiled = rules.map((rule) => ({
    rule,
    permission: readWildcard(rule.permission),
    pattern: readWildcard(rule.pattern),
  }));
  const lastMatch = (permission: string, text: string): Theirs => {
    const [name, what] = [permission.replaceAll("\\", "/"), text.replaceAll("\\", "/")];
    const found = compiled.findLast((each) => matchesText(each.permission, name) && matchesText(each.pattern, what));
    return found === undefined
      ? { decision: "ask", by: "no rule" }
      : { decision: found.rule.action, by: found.rule.path };
  };
  return (call) => strictest(questionsOf(call, places).map(([permission, text]) => lastMatch(permission, text)));
}

/** What a call asks for: pairs of a permission and what it is for, all of which must be given. */
function questionsOf({ tool, input }: ForeignCall, places: ImportPlaces): readonly (readonly [string, string])[] {
  const { filePath = "", path = "", command = "", pattern = "", url = "", query = "" } = input;
  switch (tool) {
    case "bash":
      return [["bash", command]];
    case "read":
    case "edit":
      return [...outside(folderOf(filePath), filePath, places), [tool, relative(places.worktree, filePath)]];
    case "glob":
    case "grep":
      return [[tool, pattern], ...outside(path, path, places)];
    case "webfetch":
      return [["webfetch", url]];
    case "websearch":
      return [["websearch", query]];
    case "skill":
      return [["skill", input.name ?? ""]];
    case "task":
      return [["task", input.subagent_type ?? ""]];
    default:
      // a tool of an MCP server, by the names of both
      return [[tool, "*"]];
  }
}

/** The name under which opencode offers a tool of an MCP server. */
export const mcpName = (server: string, tool: string): string => `${plain(server)}_${plain(tool)}`;

export const plain = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/g, "_");

function outside(folder: string, path: string, { worktree }: ImportPlaces): readonly (readonly [string, string])[] {
  const isInside = worktree === "/" || path === worktree || path.startsWith(`${worktree}/`);
  return isInside ? [] : [["external_directory", `${folder === "/" ? "" : folder}/*`]];
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/";

/** The way from one absolute path to another, as `path.relative` of Node has it. */
export function relative(from: string, to: string): string {
  const [start, end] = [namesOf(from), namesOf(to)];
  let common = 0;
  while (common < start.length && start[common] === end[common]) common += 1;
  return [...start.slice(common).map(() => ".."), ...end.slice(common)].join("/");
}

const namesOf = (path: string): readonly string[] => path.split("/").filter((name) => name !== "");

function strictest(all: readonly Theirs[]): Theirs {
  const decision: Decision = meet(...all.map((each) => each.decision));
  return all.find((each) => each.decision === decision) ?? { decision: "deny", by: "no question" };
}
