import type { ResourceKind } from "../../category.ts";
import { type Decision, isDecision, meet } from "../../decision.ts";
import type { WrittenCarve } from "../../parse.ts";
import { patternOf } from "../../resource.ts";
import { SEARCH_PATTERN } from "../imports/calls.ts";
import type { ImportPlaces, ImportProblem } from "../imports/imported.ts";
import { type OrderedList, orderFree } from "../imports/order-free.ts";
import { entriesOf, own } from "../imports/read-json.ts";
import { examplesOf, matchesText } from "../imports/star-text.ts";
import {
  EVERY_SKILL,
  EVERYTHING,
  INSIDE,
  listFor,
  ofCommands,
  ofFolders,
  ofInside,
  ofListedFolders,
  ofNames,
  ofOutside,
  ofSkills,
  OUTSIDE,
  type Translation,
  wordFor,
} from "./lists.ts";
import { mcpList } from "./mcp-patterns.ts";
import type { OpencodeRule } from "./ruleset.ts";
import { readWildcard } from "./theirs.ts";

/** A carve that permits no more than the rules do, and every pattern that either side tells apart. */
export interface CarveOf {
  readonly carve: WrittenCarve;
  readonly patterns: ReadonlyMap<string, readonly string[]>;
  readonly problems: readonly ImportProblem[];
}

/** Writes the rules as a carve. `servers` are the MCP servers whose names opencode spells otherwise. */
export function carveOf(rules: readonly OpencodeRule[], servers: readonly string[], places: ImportPlaces): CarveOf {
  const problems: ImportProblem[] = [];
  const patterns = new Map<string, readonly string[]>();
  const list = ({ list: each, problems: more }: Translation): OrderedList => {
    problems.push(...more);
    return each;
  };
  const write = (category: string, kind: ResourceKind, lists: readonly OrderedList[]): unknown => {
    const told = lists.flatMap((each) => each.rules.flatMap(({ exact, over }) => [...exact, ...over]));
    const examples = examplesFor(rules, PERMISSION_OF.get(category) ?? category, kind);
    patterns.set(category, [...told, ...examples, ...(kind === "path" ? ["**", "/**"] : [])]);
    return written(lists, kind, places);
  };
  const folders = listFor(rules, "external_directory", OUTSIDE, ofFolders);
  const listed = listFor(rules, "external_directory", OUTSIDE, ofListedFolders);
  const ofPaths = (permission: "read" | "edit"): unknown =>
    write(permission, "path", [
      list(listFor(rules, permission, INSIDE, ofInside)),
      folders.list,
      listFor(rules, permission, OUTSIDE, ofOutside).list,
    ]);
  const listing = meet(...["glob", "grep", "list"].map((permission) => wordFor(rules, permission).list.base));
  const fetching = wordFor(rules, "webfetch").list.base;
  const searching = wordFor(rules, "websearch").list.base;
  problems.push(...folders.problems);
  const carve = {
    ...ofQuestions(rules, patterns),
    ...(isSaid(rules, "skill") && {
      catalog: skillsIn(write("catalog", "names", [list(listFor(rules, "skill", EVERY_SKILL, ofSkills))])),
    }),
    bash: write("bash", "command", [list(listFor(rules, "bash", EVERYTHING, ofCommands))]),
    delegate: write("delegate", "name", [list(listFor(rules, "task", EVERYTHING, ofNames))]),
    edit: ofPaths("edit"),
    list: write("list", "path", [
      { base: listing, about: INSIDE, rules: [] },
      listed.list,
      { base: listing, about: OUTSIDE, rules: [] },
    ]),
    mcp: write("mcp", "names", [mcpList(rules, servers)]),
    read: ofPaths("read"),
    web: fetching === searching ? fetching : { default: fetching, rules: { [SEARCH_PATTERN]: searching } },
  };
  return { carve, patterns, problems };
}

/**
 * Tells whether anything is said of a permission besides that all is allowed. The categories of skills and questions are
 * about more than tools of opencode, so it is not carried over where nobody says it.
 */
const isSaid = (rules: readonly OpencodeRule[], permission: string): boolean =>
  rules.some(
    (rule) =>
      (rule.action !== "allow" || rule.isBuiltIn !== true) && matchesText(readWildcard(rule.permission), permission),
  );

/** What is said of questions to people; all of them are one thing there. */
function ofQuestions(rules: readonly OpencodeRule[], patterns: Map<string, readonly string[]>): WrittenCarve {
  if (!isSaid(rules, "question")) return {};
  patterns.set("ask", ["direction"]);
  return { ask: { default: "ask", rules: { direction: wordFor(rules, "question").list.base } } };
}

/** The rules about skills, beside which the rest of the category is asked about. */
function skillsIn(said: unknown): unknown {
  const base = isDecision(said) ? said : own(said, "default");
  return { default: "ask", rules: { "skill/*": base, ...Object.fromEntries(entriesOf(own(said, "rules"))) } };
}

const PERMISSION_OF: ReadonlyMap<string, string> = new Map([
  ["catalog", "skill"],
  ["delegate", "task"],
]);

/** What rules with a wildcard for one character are about, one text at a time: no pattern here says the same. */
function examplesFor(rules: readonly OpencodeRule[], permission: string, kind: ResourceKind): readonly string[] {
  const own = rules.filter((rule) => rule.permission === permission).map(({ pattern }) => pattern);
  const characters = new Set(own.join(""));
  for (const character of "*? /") characters.delete(character);
  const texts = own.flatMap((pattern) => examplesOf(readWildcard(pattern), [...characters].slice(0, MOST_CHARACTERS)));
  return texts.flatMap((text) => {
    switch (kind) {
      case "command":
        return patternOf("bash", text.split(" ")) ?? [];
      case "path":
        return patternOf("read", text.split("/")) ?? [];
      default:
        return patternOf("delegate", [text]) ?? [];
    }
  });
}

const MOST_CHARACTERS = 30;

/** The lists in one map of rules: what is inside the worktree has a base of its own, the default is for the rest. */
function written(lists: readonly OrderedList[], kind: ResourceKind, places: ImportPlaces): unknown {
  const { rules, isClosed } = orderFree(lists, kind, places);
  if (isClosed) return "deny";
  const inside = lists.find(({ about }) => about === INSIDE)?.base;
  const otherwise = meet(...lists.filter(({ about }) => about !== INSIDE).map(({ base }) => base));
  const all = new Map<string, Decision>(rules);
  if (inside !== undefined && (inside !== otherwise || rules.size > 0))
    all.set("**", meet(inside, rules.get("**") ?? "allow"));
  return all.size === 0 ? otherwise : { default: otherwise, rules: Object.fromEntries(all) };
}
