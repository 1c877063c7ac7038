import { type Decision, isDecision } from "../../decision.ts";
import type { ImportProblem } from "../imports/imported.ts";
import { entriesOf, own } from "../imports/read-json.ts";

/** One rule of opencode: of all rules that match a permission and what it is for, the last decides. */
export interface OpencodeRule {
  /** The name of a permission, with wildcards. */
  readonly permission: string;
  /** What it is for, with wildcards. */
  readonly pattern: string;
  readonly action: Decision;
  /** Where it stands, such as `permission.bash["git *"]`; the rules that opencode begins with have a name of their own. */
  readonly path: string;
  /** One of those that opencode begins with. */
  readonly isBuiltIn?: true;
}

/** The rules of an agent in the order in which opencode puts them. */
export interface Ruleset {
  readonly rules: readonly OpencodeRule[];
  readonly problems: readonly ImportProblem[];
}

/**
 * Puts the rules together that hold for an agent: those that opencode 1.18.33 begins with, then the settings for all,
 * then those of the agent. In each, the older `tools` come first, and `permission` replaces what they say of the same
 * name.
 */
export function rulesetOf(settings: Readonly<Record<string, unknown>>, agent: string, home: string): Ruleset {
  const problems: ImportProblem[] = [];
  const agents = ["agent", "mode"].map((key) => own(settings, key));
  const mine = agents.map((each) => own(each, agent)).find((each) => each !== undefined);
  const rules = [
    ...builtIn({ "*": "allow", ...COMMON }, "the default"),
    ...builtIn(AGENTS.get(agent) ?? {}, `the default of ${agent}`),
    ...rulesIn(settings, "", home, problems),
    ...rulesIn(mine, `agent.${agent}.`, home, problems),
    ...closedBy(agents, "agent", problems),
    ...closedBy([mine], `agent.${agent}`, problems),
  ];
  if (mine === undefined && !AGENTS.has(agent)) {
    const message = `Cannot find agent ${JSON.stringify(agent)} in the settings: only what holds for all agents is imported`;
    problems.push({ code: "import/without-effect", severity: "warning", message, path: "agent" });
  }
  return { rules, problems };
}

/** What should hold rules and is no object could have said anything: all is denied. */
function closedBy(values: readonly unknown[], path: string, problems: ImportProblem[]): readonly OpencodeRule[] {
  if (values.every((value) => value === undefined || isObject(value))) return [];
  problems.push({
    code: "import/not-settings",
    severity: "error",
    message: `Cannot use ${path}: it is not an object`,
    path,
  });
  return [{ permission: "*", pattern: "*", action: "deny", path }];
}

type Written = Readonly<Record<string, Decision | Readonly<Record<string, Decision>>>>;

/** The rules of opencode about what is imported here. */
const COMMON: Written = {
  external_directory: "ask",
  read: { "*": "allow", "*.env": "ask", "*.env.*": "ask", "*.env.example": "allow" },
};

const AGENTS: ReadonlyMap<string, Written> = new Map([
  ["build", {}],
  ["plan", { task: { general: "deny" }, edit: { "*": "deny", ".opencode/plans/*.md": "allow" } }],
  ["general", {}],
  [
    "explore",
    {
      "*": "deny",
      grep: "allow",
      glob: "allow",
      list: "allow",
      bash: "allow",
      webfetch: "allow",
      websearch: "allow",
      read: "allow",
      external_directory: "ask",
    },
  ],
]);

function builtIn(written: Written, path: string): readonly OpencodeRule[] {
  return Object.entries(written).flatMap(([permission, value]) =>
    (typeof value === "string" ? [["*", value] as const] : Object.entries(value)).map(([pattern, action]) => ({
      permission,
      pattern,
      action,
      isBuiltIn: true as const,
      path: pattern === "*" ? `${path} for ${permission}` : `${path} for ${permission} ${JSON.stringify(pattern)}`,
    })),
  );
}

function rulesIn(from: unknown, prefix: string, home: string, problems: ImportProblem[]): readonly OpencodeRule[] {
  const written = new Map<string, { readonly value: unknown; readonly path: string }>();
  for (const [tool, isOn] of entriesOf(own(from, "tools"))) {
    const path = `${prefix}tools.${tool}`;
    if (typeof isOn === "boolean")
      written.set(EDITORS.has(tool) ? "edit" : tool, { value: isOn ? "allow" : "deny", path });
    else written.set(EDITORS.has(tool) ? "edit" : tool, { value: isOn, path });
  }
  const closed = closedBy([own(from, "tools")], `${prefix}tools`, problems);
  const permission = own(from, "permission");
  const path = `${prefix}permission`;
  if (typeof permission === "string") written.set("*", { value: permission, path });
  else if (permission !== undefined && entriesOf(permission).length === 0 && !isObject(permission))
    written.set("*", { value: permission, path });
  for (const [name, value] of entriesOf(permission)) written.set(name, { value, path: `${path}.${name}` });
  return [
    ...[...written].flatMap(([name, { value, path: at }]) => rulesOf(name, value, at, home, problems)),
    ...closed,
  ];
}

const EDITORS: ReadonlySet<string> = new Set(["write", "edit", "patch", "multiedit", "apply_patch"]);

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** What is no word closes what it is about: opencode does not start with it. */
function rulesOf(
  permission: string,
  value: unknown,
  path: string,
  home: string,
  problems: ImportProblem[],
): readonly OpencodeRule[] {
  const read = (word: unknown, at: string): Decision => {
    if (isDecision(word)) return word;
    const message = `Cannot use ${at}: ${typeof word === "string" ? JSON.stringify(word) : typeof word} is not allow, ask or deny`;
    problems.push({ code: "import/unknown-word", severity: "error", message, path: at });
    return "deny";
  };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [{ permission, pattern: "*", action: read(value, path), path }];
  return Object.entries(value).map(([pattern, word]) => {
    const at = `${path}[${JSON.stringify(pattern)}]`;
    return { permission, pattern: atHome(pattern, home), action: read(word, at), path: at };
  });
}

function atHome(pattern: string, home: string): string {
  if (pattern === "~" || pattern.startsWith("~/")) return `${home}${pattern.slice(1)}`;
  return pattern.startsWith("$HOME") ? `${home}${pattern.slice("$HOME".length)}` : pattern;
}
