import type { Action } from "../../request.ts";

/**
 * The calls that a name such as `mcp__server__tool` can stand for: server and tool are joined there, and one name may be
 * that of several pairs. Each is an action, so that all of them have to be permitted. Where the servers are known, only
 * theirs count, if there is one; Claude Code writes `_` for what is no letter, digit, `_` or `-` in their names.
 */
export function mcpActions(name: string, servers: readonly string[] | undefined): readonly Action[] {
  const joined = name.slice("mcp__".length);
  const splits = [...joined.matchAll(/(?=__)/g)].flatMap(({ index }) => {
    const [server, tool] = [joined.slice(0, index), joined.slice(index + 2)];
    return server === "" || tool === "" ? [] : [[server, tool] as const];
  });
  const known = splits.flatMap(([server, tool]) =>
    (servers ?? []).filter((each) => each.replace(/[^\w-]/g, "_") === server).map((each) => [each, tool] as const),
  );
  const pairs = known.length > 0 ? known : splits;
  if (pairs.length === 0) throw new TypeError(`${JSON.stringify(name)} names no tool of a server`);
  return pairs.map((resource) => ({ category: "mcp", resource }));
}
