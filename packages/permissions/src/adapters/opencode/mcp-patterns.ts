import type { Pattern } from "../../pattern/segment.ts";
import { ANY } from "../../pattern/segment.ts";
import type { OrderedList, OrderedRule } from "../imports/order-free.ts";
import { namePatterns } from "../imports/patterns-of.ts";
import { isStar, matchesAll, matchesText, type StarText, type Token } from "../imports/star-text.ts";
import type { OpencodeRule } from "./ruleset.ts";
import { plain, readWildcard } from "./theirs.ts";

/**
 * The rules about tools of MCP servers. opencode joins server and tool with `_` after replacing what is no letter, digit,
 * `_` or `-`, so one name can stand for several pairs: a rule about it is a rule about each of them here. `servers` are
 * those whose names are spelled otherwise there.
 */
export function mcpList(rules: readonly OpencodeRule[], servers: readonly string[]): OrderedList {
  const own = rules.filter(
    ({ permission, pattern }) => !NOT_MCP.has(permission) && matchesText(readWildcard(pattern), "*"),
  );
  const last = own.findLastIndex(({ permission }) => matchesAll(readWildcard(permission)));
  const about: Pattern = [ANY];
  const ordered = own.slice(last + 1).map(({ permission, action }): OrderedRule => {
    const pattern = readWildcard(permission);
    const pairs = [...pairsOf(pattern), ...servers.flatMap((server) => pairsWith(server, pattern))];
    const isExact = pattern.tokens.every((token) => "char" in token || isStar(token));
    return isExact ? { decision: action, exact: pairs, over: [] } : { decision: action, exact: [], over: pairs };
  });
  return { base: own[last]?.action ?? "ask", about, rules: ordered };
}

/** Permissions of opencode's own with a `_` in their names. */
const NOT_MCP: ReadonlySet<string> = new Set(["external_directory", "doom_loop", "plan_enter", "plan_exit"]);

/** The pairs whose joined names match: the `_` between them is one of the pattern, or one that a star stands for. */
function pairsOf({ tokens }: StarText): readonly string[] {
  const pairs = tokens.flatMap((token, i) => {
    if ("char" in token && token.char !== "_") return [];
    const isWild = !("char" in token);
    const server = tokens.slice(0, isWild ? i + 1 : i);
    const tool = tokens.slice(isWild ? i : i + 1);
    return [pairOf(nameOf(server), nameOf(tool))];
  });
  return pairs.flatMap((pair) => pair ?? []);
}

/** The tools of one server whose joined names match. */
function pairsWith(server: string, { tokens }: StarText): readonly string[] {
  const name = nameOf(Array.from(server, (char) => ({ char })));
  let rests: readonly (readonly Token[])[] = [tokens];
  for (const char of `${plain(server)}_`) rests = rests.flatMap((rest) => after(rest, char));
  return rests.flatMap((rest) => pairOf(name, nameOf(rest)) ?? []);
}

/** What is left of a pattern after a character. */
function after(tokens: readonly Token[], char: string): readonly (readonly Token[])[] {
  const [token, ...rest] = tokens;
  if (token === undefined) return [];
  if (isStar(token)) return [tokens, ...after(rest, char)];
  return "wild" in token || token.char === char ? [rest] : [];
}

function nameOf(tokens: readonly Token[]): string | undefined {
  if (tokens.length === 0) return undefined;
  const { exact, over } = namePatterns({ tokens, hasOptionalTail: false });
  const name = exact[0] ?? over[0];
  return name === "**" ? "*" : name;
}

const pairOf = (server: string | undefined, tool: string | undefined): string | undefined =>
  server === undefined || tool === undefined ? undefined : `${server}/${tool}`;
