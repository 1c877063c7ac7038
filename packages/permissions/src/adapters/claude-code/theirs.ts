import type { Decision } from "../../decision.ts";
import type { Theirs } from "../imports/differences.ts";
import type { ForeignCall } from "../imports/imported.ts";
import { isFileCommand, isReadOnly } from "./bash-rule.ts";
import { type Anchors, namesOf } from "./ignore-path.ts";
import { isProtected } from "./protected.ts";
import { EDITORS, matchesCall, READERS } from "./rule-match.ts";
import type { ClaudeSettings } from "./settings.ts";

/**
 * Decides a call as Claude Code does by its documentation, checked against version 2.1.332: deny goes before ask before
 * allow, whatever is more specific; then the mode decides. Nothing that somebody approved in a session counts.
 */
export function claudeDecides(settings: ClaudeSettings, anchors: Anchors): (call: ForeignCall) => Theirs {
  const { rules, mode } = settings;
  const match = (word: Decision, call: ForeignCall): Theirs | undefined => {
    const rule = rules.find((each) => each.word === word && matchesCall(each, call, anchors));
    return rule && { decision: word, by: `${JSON.stringify(rule.text)} in ${rule.path.replace(/\[.*/, "")}` };
  };
  const decideCall = (call: ForeignCall): Theirs => {
    const closed = match("deny", call) ?? match("ask", call);
    if (closed !== undefined) return closed;
    if (EDITORS.has(call.tool) && mode === "plan") return { decision: "deny", by: "the mode plan" };
    if (EDITORS.has(call.tool) && mode !== "bypassPermissions" && isProtected(pathIn(call)))
      return { decision: "ask", by: "a protected path" };
    return match("allow", call) ?? byMode(call, settings, anchors);
  };
  return (call) => {
    const said = decideCall(call);
    // Nobody is asked in this mode.
    return mode === "dontAsk" && said.decision === "ask" ? { ...said, decision: "deny" } : said;
  };
}

function byMode(call: ForeignCall, settings: ClaudeSettings, anchors: Anchors): Theirs {
  const { mode } = settings;
  const isOpen = mode === "bypassPermissions" || runsUnasked(call, settings, anchors);
  // A classifier decides there; it may let anything run.
  const isLeft = mode === "auto";
  return { decision: isOpen || isLeft ? "allow" : "ask", by: `the mode ${mode}` };
}

/** What the mode lets through without a question. */
function runsUnasked(call: ForeignCall, settings: ClaudeSettings, anchors: Anchors): boolean {
  const { tool, input } = call;
  const isAccepting = settings.mode === "acceptEdits";
  if (READERS.has(tool)) return isInWorkingFolder(pathIn(call), settings, anchors);
  if (EDITORS.has(tool)) return isAccepting && isInWorkingFolder(pathIn(call), settings, anchors);
  const command = input.command ?? "";
  if (tool === "Bash") return isReadOnly(command) || (isAccepting && isFileCommand(command));
  if (tool === "WebFetch") return URL.canParse(input.url ?? "") && PREAPPROVED.has(new URL(input.url ?? "").hostname);
  return tool === "Agent" || tool === "AskUserQuestion";
}

/** Of the documentation sites that are fetched without a question, one: the list is not published. */
const PREAPPROVED: ReadonlySet<string> = new Set(["docs.python.org"]);

const pathIn = ({ input }: ForeignCall): string => input.file_path ?? input.notebook_path ?? input.path ?? "";

function isInWorkingFolder(
  path: string,
  { additionalDirectories }: ClaudeSettings,
  { worktree, home }: Anchors,
): boolean {
  const names = namesOf(path);
  return [worktree, ...additionalDirectories.map((folder) => absolute(folder, worktree, home))].some((folder) =>
    namesOf(folder).every((name, i) => name === names[i]),
  );
}

/** An additional directory, which may start at home or at the worktree. */
export function absolute(folder: string, worktree: string, home: string): string {
  const path =
    folder.startsWith("~/") || folder === "~"
      ? `${home}${folder.slice(1)}`
      : folder.startsWith("/")
        ? folder
        : `${worktree}/${folder}`;
  const names: string[] = [];
  for (const name of namesOf(path)) {
    if (name === "..") names.pop();
    else names.push(name);
  }
  return `/${names.join("/")}`;
}
