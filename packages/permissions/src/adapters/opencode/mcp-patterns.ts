import { ANY, type Pattern } from "../../pattern/segment.ts";
import type { OrderedList, OrderedRule } from "../imports/order-free.ts";
import { charsOf, pairOf, pairsOf, restsAfter } from "../imports/pairs.ts";
import { isStar, matchesAll, matchesText } from "../imports/star-text.ts";
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
    const { tokens } = readWildcard(permission);
    const ofServers = servers.flatMap((server) =>
      restsAfter(tokens, `${plain(server)}_`).flatMap((rest) => pairOf(charsOf(server), rest) ?? []),
    );
    const pairs = [...pairsOf(tokens, "_"), ...ofServers];
    const isExact = tokens.every((token) => "char" in token || isStar(token));
    return isExact ? { decision: action, exact: pairs, over: [] } : { decision: action, exact: [], over: pairs };
  });
  return { base: own[last]?.action ?? "ask", about, rules: ordered };
}

/** Permissions of opencode's own with a `_` in their names. */
const NOT_MCP: ReadonlySet<string> = new Set(["external_directory", "doom_loop", "plan_enter", "plan_exit"]);
