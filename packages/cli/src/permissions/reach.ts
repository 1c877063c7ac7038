import { patternOf } from "@polyglav/permissions";
import { reach, type Reached } from "@polyglav/permissions/analysis";
import type { Output } from "../command.ts";
import { followPath } from "../explain/role-chain.ts";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { visibleLine } from "../visible.ts";
import { toneOf } from "./tone.ts";

/** Shows the widest authority that any chain of delegations can give each role, and the chain that gives it. */
export async function reachPermissions(
  path: string | undefined,
  depth: number | undefined,
  session: Session,
): Promise<Output> {
  const catalog = await session.catalog();
  const { roles, holder } = followPath(path, catalog, session.viewpoint);
  const found = reach(
    catalog.roles.names().map((name) => catalog.carvesOf(name)),
    holder,
    { depth },
  );
  const widest = found.reached.filter(({ use }) => use !== "deny");
  return {
    data: { from: roles, ...found },
    lines: [
      [["strong", `from ${["root", ...roles].map(visibleLine).join(" › ")}`]],
      ...linesOf(widest),
      ...listed("no chain reaches the roles", found.unreached),
      ...listed("no chain opens the categories", found.closed),
      ...listed("too complex to tell", found.unknown),
    ],
  };
}

/** What a role can get by one chain with one word, on one line. */
function linesOf(reached: readonly Reached[]): readonly Line[] {
  const groups = new Map<string, Reached[]>();
  for (const each of reached) {
    const key = JSON.stringify([each.role, each.use, each.by]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group): readonly Line[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { role, use, by } = first;
    const what = group.map(nameOf).map(visibleLine).join(", ");
    const chain = by.map(visibleLine).join(" › ");
    return [
      [["name", `  ${visibleLine(role).padEnd(16)}`], [toneOf(use), use.padEnd(6)], what, ["dim", `   ${chain}`]],
    ];
  });
}

/** A category, with an example of the calls where rules tell them apart. */
const nameOf = ({ category, resource }: Reached): string =>
  resource === undefined ? category : `${category} (such as ${patternOf(category, resource) ?? resource.join(" ")})`;

const listed = (title: string, names: readonly string[]): readonly Line[] =>
  names.length === 0 ? [] : [[`${title}: ${names.map(visibleLine).join(", ")}`]];
