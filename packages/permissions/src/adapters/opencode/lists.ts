import { type Decision, meet } from "../../decision.ts";
import { ANY, ANY_NAMES, literal, ONE, type Pattern, ROOT } from "../../pattern/segment.ts";
import type { ImportProblem } from "../imports/imported.ts";
import type { OrderedList, OrderedRule } from "../imports/order-free.ts";
import { commandPatterns, namePatterns, NONE, pathPatterns, type Patterns } from "../imports/patterns-of.ts";
import { matchesAll, matchesText, type StarText, type Token } from "../imports/star-text.ts";
import type { OpencodeRule } from "./ruleset.ts";
import { readWildcard } from "./theirs.ts";

/** All of a category that is not about paths, what is inside the worktree, and what is outside. */
export const EVERYTHING: Pattern = [ANY];
export const EVERY_SKILL: Pattern = [literal("skill"), ONE];
export const INSIDE: Pattern = [ANY_NAMES];
export const OUTSIDE: Pattern = [literal(ROOT), ANY_NAMES];

/** The rules about one permission, and those that are missing here although they might open or close something. */
export interface Translation {
  readonly list: OrderedList;
  readonly problems: readonly ImportProblem[];
}

/** How a rule about a permission is written here. */
type Translate = (pattern: StarText, action: Decision) => Patterns;

/** The rules about a permission in order: what holds for all comes from the last that matches everything. */
export function listFor(
  rules: readonly OpencodeRule[],
  permission: string,
  about: Pattern,
  translate: Translate,
): Translation {
  const own = rules.filter((rule) => matchesText(readWildcard(rule.permission), permission));
  const last = own.findLastIndex(({ pattern }) => matchesAll(readWildcard(pattern)));
  const problems: ImportProblem[] = [];
  const ordered = own.slice(last + 1).map((rule): OrderedRule => {
    const patterns = translate(readWildcard(rule.pattern), rule.action);
    if (patterns.exact.length === 0 && patterns.over.length > 0) problems.push(approximated(rule));
    return { decision: rule.action, ...patterns };
  });
  return { list: { base: own[last]?.action ?? "ask", about, rules: ordered }, problems };
}

function approximated({ action, path }: OpencodeRule): ImportProblem {
  const what = action === "allow" ? "it opens nothing here" : "it closes more here";
  const message = `Cannot carry ${path} over exactly: ${what}`;
  return { code: "import/approximated", severity: "warning", message, path };
}

/** The word for all calls of a permission whose patterns mean nothing here: none of them may open anything. */
export function wordFor(rules: readonly OpencodeRule[], permission: string): Translation {
  const { list } = listFor(rules, permission, EVERYTHING, () => NONE);
  const word = meet(list.base, ...list.rules.map(({ decision }) => decision));
  return { list: { base: word, about: EVERYTHING, rules: [] }, problems: [] };
}

/** Commands, as texts. An allow needs no patterns that say more than it does. */
export const ofCommands: Translate = (pattern, action) => withoutOver(commandPatterns(pattern), action);

/** Names of agents. */
export const ofNames: Translate = (pattern, action) => withoutOver(namePatterns(pattern), action);

/** Names of skills. */
export const ofSkills: Translate = (pattern, action) => {
  const { exact, over } = namePatterns(pattern);
  const named = (names: readonly string[]): readonly string[] =>
    names.map((name) => (name === "**" ? "skill/*" : `skill/${name}`));
  return withoutOver({ exact: named(exact), over: named(over) }, action);
};

/** Paths inside the worktree, which are relative to it there: a path is never absolute, and never has dots in it. */
export const ofInside: Translate = (pattern, action) => {
  const text = textOf(pattern);
  return text.startsWith("/") || DOTS.test(text) ? NONE : withoutOver(pathPatterns(pattern), action);
};

/** The same rules about paths outside, which begin with `../` there: an absolute path is not quite the same. */
export const ofOutside: Translate = (pattern) => {
  const text = textOf(pattern);
  if (!canBegin(pattern.tokens, "../")) return NONE;
  if (!text.startsWith("*") || text.includes("..")) return { exact: [], over: ["/**"] };
  const { exact, over } = pathPatterns(pattern);
  return { exact: [], over: [...exact, ...over].map(fromRoot) };
};

/** Folders outside, which end with `/*` there; the rule is then about all that is in the folder, and itself if listed. */
export const ofFolders: Translate = (pattern, action) => ofFolder(pattern, action, false);
export const ofListedFolders: Translate = (pattern, action) => ofFolder(pattern, action, true);

function ofFolder(pattern: StarText, action: Decision, isListed: boolean): Patterns {
  const text = textOf(pattern);
  if (!text.endsWith("*") || !/^[/*]/.test(text)) return NONE;
  const tokens = text.startsWith("/") ? pattern.tokens.slice(1) : pattern.tokens;
  const { exact, over } = pathPatterns({ ...pattern, tokens });
  const files = exact.map(fromRoot).map((each) => (each.endsWith("/*/**") ? each : each.replace(/\/\*\*$/, "/*/**")));
  const folders = [...exact, ...over].map(fromRoot).map((each) => each.replace(/\/\*\/\*\*$/, "/**"));
  return withoutOver(
    isListed && exact.length > 0 ? { exact: folders, over: [] } : { exact: files, over: folders },
    action,
  );
}

const DOTS = /(?:^|\/)\.\.?(?:\/|$)/;

const textOf = ({ tokens }: StarText): string =>
  tokens.map((token) => ("char" in token ? token.char : token.wild === "star" ? "*" : "?")).join("");

/** What may stand before a first star is no folder, or any number of them. */
const fromRoot = (pattern: string): string => `/${pattern.replace(/^\*\/\*\*/, "**")}`;

const withoutOver = ({ exact, over }: Patterns, action: Decision): Patterns =>
  action === "allow" && exact.length > 0 ? { exact, over: [] } : { exact, over };

/** Tells whether some text that begins so can match. */
function canBegin(tokens: readonly Token[], beginning: string): boolean {
  for (const [i, char] of Array.from(beginning).entries()) {
    const token = tokens[i];
    if (token === undefined || ("char" in token && token.char !== char)) return false;
    if ("wild" in token && token.wild === "star") return true;
  }
  return true;
}
