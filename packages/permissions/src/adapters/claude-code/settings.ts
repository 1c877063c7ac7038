import type { Decision } from "../../decision.ts";
import { isRecord } from "../../request.ts";
import type { ImportProblem } from "../imports/imported.ts";
import { own } from "../imports/read-json.ts";
import { nameNow } from "./tools.ts";

/** One rule of Claude Code, such as `Bash(npm run *)`. */
export interface ClaudeRule {
  readonly word: Decision;
  readonly tool: string;
  /** What stands between the parentheses; absent where there are none, which means all calls. */
  readonly about: string | undefined;
  readonly text: string;
  /** Where it stands, such as `permissions.deny[2]`. */
  readonly path: string;
}

/** What Claude Code starts in: it decides what no rule is about. */
export const MODES = ["default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions"] as const;
export type ClaudeMode = (typeof MODES)[number];

/** The permissions of a settings file. */
export interface ClaudeSettings {
  readonly rules: readonly ClaudeRule[];
  readonly mode: ClaudeMode;
  readonly additionalDirectories: readonly string[];
  readonly problems: readonly ImportProblem[];
}

/** Whose settings they are: some modes only take effect from those of the user. */
export type ClaudeScope = "user" | "project";

/** Reads the permissions of settings. What cannot be read closes what it is about, or opens nothing. */
export function readPermissions(settings: unknown, scope: ClaudeScope): ClaudeSettings {
  const problems: ImportProblem[] = [];
  const permissions = own(settings, "permissions");
  const isReadable = permissions === undefined || (isRecord(permissions) && !Array.isArray(permissions));
  if (!isReadable) problems.push(problem("import/not-settings", "permissions", "it is not an object"));
  return {
    rules: isReadable
      ? (["deny", "ask", "allow"] as const).flatMap((word) => rulesIn(own(permissions, word), word, problems))
      : [{ word: "deny", tool: "*", about: undefined, text: "permissions", path: "permissions" }],
    mode: modeIn(permissions, scope, problems),
    additionalDirectories: textsIn(
      own(permissions, "additionalDirectories"),
      "permissions.additionalDirectories",
      problems,
    ),
    problems,
  };
}

function rulesIn(written: unknown, word: Decision, problems: ImportProblem[]): readonly ClaudeRule[] {
  return textsIn(written, `permissions.${word}`, problems).flatMap((text, index) => {
    const path = `permissions.${word}[${index}]`;
    const [, tool = "", about] = RULE.exec(text.trim()) ?? [];
    if (tool !== "") return [{ word, tool: nameNow(tool), about, text, path }];
    // What somebody wrote to close something, and nobody can read, is about everything.
    problems.push(problem("import/unreadable-rule", path, `${JSON.stringify(text)} is no rule`));
    return word === "allow" ? [] : [{ word, tool: "*", about: undefined, text, path }];
  });
}

/** The name of a tool, then what it is about up to the last parenthesis. */
const RULE = /^([^()]+?)(?:\((.*)\))?$/s;

function textsIn(written: unknown, path: string, problems: ImportProblem[]): readonly string[] {
  if (written === undefined) return [];
  if (!Array.isArray(written)) {
    problems.push(problem("import/not-settings", path, "it is not a list"));
    return path.endsWith(".deny") || path.endsWith(".ask") ? ["("] : [];
  }
  return written.flatMap((each: unknown, index) => {
    if (typeof each === "string") return [each];
    problems.push(problem("import/unreadable-rule", `${path}[${index}]`, "it is not a text"));
    return path.endsWith(".deny") || path.endsWith(".ask") ? ["("] : [];
  });
}

function modeIn(permissions: unknown, scope: ClaudeScope, problems: ImportProblem[]): ClaudeMode {
  const path = "permissions.defaultMode";
  const written = own(permissions, "defaultMode");
  const mode = written === "manual" || written === undefined ? "default" : MODES.find((each) => each === written);
  if (mode === undefined) {
    problems.push(problem("import/unknown-word", path, `${JSON.stringify(written)} is no mode`));
    return "dontAsk"; // what no rule is about cannot be told, and is denied
  }
  const isOff =
    (mode === "bypassPermissions" && own(permissions, "disableBypassPermissionsMode") === "disable") ||
    (mode === "auto" && own(permissions, "disableAutoMode") === "disable");
  if (!isOff && (scope === "user" || (mode !== "auto" && mode !== "bypassPermissions"))) return mode;
  const why = isOff ? "it is disabled" : "it only takes effect in the settings of a user";
  problems.push({ ...problem("import/without-effect", path, `${mode}: ${why}`), severity: "warning" });
  return "default";
}

const problem = (code: ImportProblem["code"], path: string, why: string): ImportProblem => ({
  code,
  severity: "error",
  message: `Cannot use ${path}: ${why}`,
  path,
});
